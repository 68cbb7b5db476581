/** Why an organization can't be exported or imported: a sentence for people. */
export class ArchiveError extends Error {}

/** The archive isn't what Vitrine wrote. */
export const damaged = (what: string): ArchiveError =>
  new ArchiveError(`This archive is damaged or was changed: ${what}. Nothing was imported.`)
