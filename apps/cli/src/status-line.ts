import { fit } from "./render/columns.js";
import { plainText } from "./render/plain-text.js";
import type { Session } from "./session.js";

/** A line at the bottom of the terminal that says what is being waited for. */
export interface StatusLine {
  /** Shows a text in place of the one before, with the seconds since. */
  show(text: string): void;
  /** Takes the line away. */
  clear(): void;
}

const eraseLine = "\r\u001b[K";

/** A status line on standard error where that is a terminal and --quiet is not given; otherwise nothing. */
export function statusLine({ err, quiet, errorPaint }: Session): StatusLine {
  if (quiet || err.isTTY !== true) return { show: () => {}, clear: () => {} };
  let timer: NodeJS.Timeout | undefined;
  const clear = (): void => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    err.write(eraseLine);
  };
  return {
    show(text) {
      clear();
      let seconds = 0;
      const draw = (): void => {
        const waited = seconds === 0 ? "" : ` · ${seconds} s`;
        const room = Math.max(1, (err.columns || 80) - waited.length - 1);
        err.write(eraseLine + errorPaint.dim(fit(plainText(text), room) + waited));
      };
      draw();
      timer = setInterval(() => {
        seconds++;
        draw();
      }, 1000);
      // Nobody waits for a line about waiting.
      timer.unref();
    },
    clear,
  };
}
