#!/usr/bin/env node
import { run } from "./run.js";

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever read the output has seen enough, such as `head`.
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
}

process.exitCode = await run(process.argv.slice(2), {
  // Touched only by who reads it.
  get input() {
    return process.stdin;
  },
  out: process.stdout,
  err: process.stderr,
  environment: process.env,
});
