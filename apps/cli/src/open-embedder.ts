import type { LocalEmbedder } from "@psi/embed";

/** The embedder of a model folder; what stands for the default or for none is handed through. */
export async function openEmbedder<Absent extends false | undefined>(
  folder: string | Absent,
): Promise<LocalEmbedder | Absent> {
  if (typeof folder !== "string") return folder;
  const { localEmbedder } = await import("@psi/embed");
  return localEmbedder({ model: folder });
}
