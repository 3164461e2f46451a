import type { Session } from "./session.js";

/** Shows how far some work has come. */
export interface Progress {
  /** Moves the bar; another stage starts another bar in its place. */
  update(stage: string, done: number, total: number): void;
  /** Takes the bar away. */
  stop(): void;
}

/** A bar on standard error where that is a terminal and --quiet is not given; otherwise nothing at all. */
export async function startProgress({ err, quiet }: Session): Promise<Progress> {
  if (quiet || err.isTTY !== true) return { update: () => {}, stop: () => {} };
  const { default: progress } = await import("cli-progress");
  let bar: InstanceType<typeof progress.SingleBar> | undefined;
  let shown = "";
  const stop = (): void => {
    bar?.stop();
    bar = undefined;
  };
  const start = (stage: string, total: number): InstanceType<typeof progress.SingleBar> => {
    stop();
    shown = stage;
    const started = new progress.SingleBar({
      stream: err as NodeJS.WriteStream,
      format: `${stage.padEnd(16)} {bar} {percentage}%  {value}/{total}  {eta_formatted} left`,
      barCompleteChar: "█",
      barIncompleteChar: "░",
      barsize: 24,
      hideCursor: true,
      clearOnComplete: true,
      // Ctrl-C ends the work through its signal, and the end of the work takes the bar away.
      gracefulExit: false,
    });
    started.start(total, 0);
    return started;
  };
  return {
    update: (stage, done, total) => {
      if (bar === undefined || shown !== stage) bar = start(stage, total);
      bar.setTotal(total);
      bar.update(done);
    },
    stop,
  };
}
