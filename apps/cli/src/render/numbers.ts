const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** 6119 as "6,119". */
export function count(value: number): string {
  return whole.format(value);
}

/** "1 passage", "6,119 passages". The plural is the noun with an s unless given. */
export function counted(value: number, noun: string, plural: string = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** 0.4321 as "0.43 s", 75 as "1 min 15 s". */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const rounded = Math.round(seconds);
  return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
}
