import { requiredText } from '@vitrine/contract/api/base/inputs'
import { z } from 'zod'

/**
 * A zip with `manifest.json` first, a file with a row in JSON per line of each table, and the organization's files by
 * their SHA-256, stored as they are.
 */
export const FORMAT = 'vitrine-organization'
/** Of the format. A newer one is refused; an older one would be read. */
export const FORMAT_VERSION = 1

export const MANIFEST = 'manifest.json'
export const FILES = 'files/'
export const tableEntry = (table: string): string => `tables/${table}.jsonl`

/** Limits of what an import reads, whatever an archive declares. */
export const MANIFEST_BYTES = 2 ** 20
export const ROWS_MOST = 1_000_000
/** Of all tables, unpacked. */
export const TABLES_BYTES = 2 ** 30
/** Of a row: data sources have the longest. */
export const LINE_BYTES = 16 * 2 ** 20
export const ENTRIES_MOST = 500_000

const Count = z.int().min(0)
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.int().min(1),
  /** Of Vitrine. */
  madeBy: z.string().max(100),
  exportedAt: z.string().max(40),
  organization: z.object({ name: requiredText() }),
  tables: z.record(z.string().max(64), z.object({ rows: Count, bytes: Count, sha256: Sha256 })),
  files: z.object({ count: Count, bytes: Count }),
  /** Rows that aren't in the archive, by table. */
  leftOut: z.record(z.string().max(64), Count),
  /** Under strict approval: storyboards with changes that wait. */
  waiting: z.array(z.string().max(64)).max(10_000),
})
export type Manifest = z.infer<typeof Manifest>

/** Columns with the SHA-256 of a file in the archive. */
export const FILE_COLUMNS = {
  thumbnails: ['sha256'],
  media: ['sha256', 'captionsSha256'],
  media_versions: ['sha256'],
  decks: ['sha256'],
  deck_versions: ['sha256'],
} as const
