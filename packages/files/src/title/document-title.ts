import { fileNameWords } from "./file-name.js";

/** A heading of a document, as a reader sees it. */
export interface Heading {
  readonly level: number;
  readonly name: string;
}

/** What is known of a document before its first section. */
export interface DocumentHead {
  /** The title that the document gives itself above its headings. */
  readonly title?: string;
  /** Its title where its headings give it none. */
  readonly otherTitle?: string;
  readonly headings: readonly Heading[];
}

/** Titles that a page of any book may have. */
const generic: ReadonlySet<string> = new Set(
  `abstract, about, background, changelog, configuration, contents, description, docs, documentation, faq,
  general, getting started, guide, home, index, install, installation, intro, introduction, main, notes, overview, preface,
  quick start, quickstart, readme, reference, setup, start, summary, table of contents, toc, untitled, usage,
  welcome, einführung, einleitung, überblick, aperçu, présentation, introducción, resumen, introdução, visão geral,
  введение, обзор, 概述, 概要, 简介, 介绍, 总览, 前言, 引言, はじめに, 개요, 소개`
    .split(",")
    .map((title) => title.trim().replace(/\s+/g, " ")),
);

/**
 * The names above all headings of a document, outermost first: the title that it gives itself, and in front
 * of it the file's name where it says more. It does where the document has no title, as notes that begin with
 * several headings of one level; where the title is one that any page may have ("Overview"); and where all
 * words of the title are in the file's name ("Restore" in `backup-restore.md`).
 */
export function namesAbove(
  { title: given, otherTitle, headings }: DocumentHead,
  source: string,
): readonly string[] {
  const heading = titleAmong(headings);
  const title = given ?? (heading === undefined ? otherTitle : undefined);
  const own = title === undefined ? [] : [title];
  const shown = title ?? heading;
  const file = fileNameWords(source);
  if (shown === undefined) return [file];
  return !isGeneric(file) && saysMore(file, shown) ? [file, ...own] : own;
}

/** The first heading, if no other is of its level or above it. */
function titleAmong([first, ...others]: readonly Heading[]): string | undefined {
  if (first === undefined || first.name === "") return undefined;
  return others.every(({ level }) => level > first.level) ? first.name : undefined;
}

function saysMore(file: string, title: string): boolean {
  const [inFile, inTitle] = [wordsIn(file), wordsIn(title)];
  if (isGeneric(title)) return true;
  return inTitle.size < inFile.size && [...inTitle].every((word) => inFile.has(word));
}

function isGeneric(title: string): boolean {
  return generic.has(title.toLowerCase().trim());
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
}
