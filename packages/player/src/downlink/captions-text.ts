import type { FileStore } from './stores/file-store.ts'

/** Stored captions as WebVTT; undefined if they aren't stored. */
export async function captionsText(
  store: Pick<FileStore, 'blob'>,
  sha256: string,
): Promise<string | undefined> {
  const blob = await store.blob(sha256)
  // `Blob.text` is missing in browsers before 2020.
  return blob && new Response(blob).text()
}
