import { type FilesRule, filesRulesIn, type ListedFile, withListed } from '#fields/files-rule.ts'
import type { StoredDocument } from '#inputs-by-widget.ts'

/** The rules of all media zones of a stored document. */
export const rulesOfDocument = ({ config }: Pick<StoredDocument, 'config'>): FilesRule[] =>
  config.inputs.flatMap(({ value }) => filesRulesIn(value))

/** A stored document as screens get it: with the files that its rules have found. Without rules, the document itself. */
export function listedDocument<D extends Pick<StoredDocument, 'config'>>(
  document: D,
  filesOf: (rule: FilesRule) => readonly ListedFile[],
): D {
  if (rulesOfDocument(document).length === 0) return document
  const inputs = document.config.inputs.map((input) => ({
    ...input,
    value: withListed(input.value, filesOf),
  }))
  return { ...document, config: { ...document.config, inputs } }
}
