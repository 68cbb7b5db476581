import type { Id, Json } from './column.ts'

/** What screens play of a thing where every change waits for approval. Its id is the thing's, which may be gone. */
export interface ApprovedCopiesTable {
  id: Id
  organizationId: Id
  kind: 'storyboard' | 'page' | 'media'
  name: string
  /** As manifests are computed from it; null if it didn't exist when what leads to it was approved. */
  copy: Json | null
  /** Of the copy and its files; '' without a copy. */
  hash: string
  /** Ids of what it leads to. */
  leads: Json
  /** A page's spans; see PagesTable. */
  shows: Json | null
  /** Of a package: the version that screens open. */
  packageHash: string | null
  /** When the thing became different from its copy, and was changed last, in milliseconds; null if it isn't. */
  waitsSince: number | null
  changedAt: number | null
  /** Ids of those who changed it since, the last at the end. */
  changedBy: Json
  rejectedBy: Id | null
  rejectedAt: number | null
  note: string
}

/** A file that screens download for a copy. */
export interface ApprovedFilesTable {
  id: Id
  organizationId: Id
  copyId: Id
  sha256: string
  size: number
  mimetype: string
}

export interface ApprovedTables {
  approved_copies: ApprovedCopiesTable
  approved_files: ApprovedFilesTable
}
