import type { PsiIndex } from "@psi/rag";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type AbstractFlags, abstractKinds, openAbstracter } from "../abstracters.js";
import {
  type Perform,
  wholeNumber,
  withCommonOptions,
  withModelOptions,
} from "../command-options.js";
import { exitCodes } from "../exit-codes.js";
import { type Progress, startProgress } from "../progress.js";
import type { FilesRead } from "../read-files.js";
import type { CommonFlags, Session } from "../session.js";

interface IndexFlags extends CommonFlags, AbstractFlags {
  readonly out: string;
  /** False for --no-vectors. */
  readonly vectors: boolean;
  readonly embedder?: string;
  readonly tokens?: number;
  readonly maxChildren?: number;
  readonly dryRun?: true;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** False for --no-gitignore. */
  readonly gitignore: boolean;
  readonly strict?: true;
}

const examples = [
  "psi index ./notes README.md --out notes.psi",
  'psi index . --out notes.psi --include "*.md" --exclude drafts',
  "psi index passages.jsonl --out passages.psi --no-vectors",
  "psi index ./notes --out notes.psi --model ollama:qwen3:8b --dry-run",
];

/** Adds `psi index`. */
export function indexCommand(program: Command, perform: Perform): void {
  const command = program
    .command("index")
    .summary("make an index of files, or bring it up to date")
    .description(
      "Reads files and folders, and makes an index of them: Markdown, MDX, HTML, reStructuredText, AsciiDoc, " +
        "text, CSV, JSON and JSONL. What is read is the whole index afterwards: changed files are indexed " +
        "again, passages that are gone are removed, and nothing that has not changed is paid for again. " +
        "Killed and run again, it goes on where it stopped. Files in a folder that cannot be read are left " +
        "out and listed.",
    )
    .argument("<paths...>", "files and folders")
    .requiredOption("--out <index>", "the index to make or bring up to date")
    .option("--no-vectors", "words alone: no embedder, no tree, no abstracts")
    .option("--embedder <folder>", "another embedder's model folder (ONNX)")
    .addOption(
      new Option(
        "--abstracts <kind>",
        "what stands for a group of passages (default: keyphrases)",
      ).choices(abstractKinds),
    )
    .option(
      "--tokens <n>",
      "the length of a passage cut from a file (default: 100)",
      wholeNumber(1),
    )
    .option("--max-children <n>", "the most children of a node (default: 40)", wholeNumber(2))
    .option(
      "--include <pattern>",
      "of folders, only files that match, such as *.md; repeatable",
      listed,
    )
    .option("--exclude <pattern>", "of folders, no files or folders that match; repeatable", listed)
    .option("--no-gitignore", "read what a .gitignore names, too")
    .option("--strict", "end with exit code 2 if anything was left out")
    .option("--dry-run", "only say what it would cost");
  withModelOptions(command, "writes summaries or keywords");
  withCommonOptions(command, examples).action((paths: readonly string[], flags: IndexFlags) =>
    perform(flags, (session) => indexFiles(session, paths, flags)),
  );
}

function listed(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

async function indexFiles(
  session: Session,
  paths: readonly string[],
  flags: IndexFlags,
): Promise<number> {
  checkVectorFlags(flags);
  const { abstracter, close } = await openAbstracter(flags, session.environment);
  const progress = await startProgress(session);
  const { signal } = session;
  try {
    const [{ readFiles }, { withWritableIndex }] = await Promise.all([
      import("../read-files.js"),
      import("../open-for-writing.js"),
    ]);
    const { out, embedder, maxChildren, dryRun = false } = flags;
    const { tokens, include, exclude, gitignore, strict = false } = flags;
    const read = await readFiles(paths, {
      signal,
      out,
      gitignore,
      ...(tokens !== undefined && { tokens }),
      ...(include !== undefined && { include }),
      ...(exclude !== undefined && { exclude }),
    });
    const parts = {
      embedder: flags.vectors && embedder,
      abstracter: flags.vectors && abstracter,
      maxChildren,
      dryRun,
    };
    await withWritableIndex(out, parts, (index) =>
      dryRun ? estimate(session, index, read) : build(session, index, out, read, progress),
    );
    return strict && read.skipped.length > 0 ? exitCodes.badInput : exitCodes.ok;
  } finally {
    progress.stop();
    await close();
  }
}

async function build(
  session: Session,
  index: PsiIndex,
  out: string,
  { passages, ...read }: FilesRead,
  progress: Progress,
): Promise<void> {
  const report = await index.replaceAll(passages, {
    signal: session.signal,
    onProgress: ({ stage, done, total }) => progress.update(stage, done, total),
  });
  progress.stop();
  const { layers } = index.inspect();
  if (session.json) {
    const { ids, ...counts } = report;
    session.printJson({ index: out, ...counts, layers, ...read });
    return;
  }
  const { buildLines } = await import("../render/build-report.js");
  session.print(...buildLines({ out, report, layers, ...read }, session.width, session.paint));
}

async function estimate(
  session: Session,
  index: PsiIndex,
  { passages, ...read }: FilesRead,
): Promise<void> {
  const expected = await index.estimate(passages, {
    signal: session.signal,
    change: "replaceAll",
  });
  if (session.json) {
    session.printJson({ ...expected, ...read });
    return;
  }
  const { estimateLines } = await import("../render/build-report.js");
  session.print(...estimateLines({ expected, ...read }, session.width, session.paint));
}

function checkVectorFlags({ vectors, embedder, abstracts, model, maxChildren }: IndexFlags): void {
  if (vectors) return;
  const given = { embedder, abstracts, model, "max-children": maxChildren };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    throw new InvalidArgumentError(
      `--${name} has no meaning with --no-vectors, which makes no tree.`,
    );
  }
}
