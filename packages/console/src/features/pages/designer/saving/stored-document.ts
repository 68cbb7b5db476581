import { LayoutDocument } from '@vitrine/contract/api/page-document'

/** What was stored or copied, by whatever version, if it is a document. Schemas are large: load this when it is needed. */
export function asDocument(stored: unknown): LayoutDocument | undefined {
  return LayoutDocument.safeParse(stored).data
}
