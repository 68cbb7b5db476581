import { LayoutDocument } from '@vitrine/contract/api/content/page-document'

/**
 * Parses stored or copied data of any version; undefined if it is not a document. Schemas are large: load this
 * lazily.
 */
export function asDocument(stored: unknown): LayoutDocument | undefined {
  return LayoutDocument.safeParse(stored).data
}
