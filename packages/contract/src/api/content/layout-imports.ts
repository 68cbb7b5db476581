import { z } from 'zod'
import { Id } from '#api/base/entity.ts'
import { DryRun } from '#api/base/impact.ts'
import { requiredText } from '#api/base/inputs.ts'
import { route } from '#route.ts'

/** Parts that a report names. */
export const IMPORT_NOTES_MAX = 1000

/** What isn't in the imported layout, and why. */
export const LEFT_OUT = [
  ...(['unknown-kind', 'missing-file', 'refused-file', 'document', 'audio', 'script', 'no-address'] as const),
  ...(['too-many', 'drawer', 'actions', 'no-rows', 'choose-city', 'element', 'empty', 'playlist'] as const),
] as const
/** What looks or behaves differently. */
export const CHANGED = [
  ...(['text', 'clock', 'time-zone', 'page-area', 'dates', 'transition', 'table', 'font', 'feed'] as const),
  'playlist-rules',
] as const

/** A part of the exported layout that was left out, or that became something else. */
export const ImportNote = z.object({
  /** The name or number of its region; empty for the layout itself. */
  region: z.string(),
  /** What the exporting system calls its kind, such as `webpage`; empty for a region itself. */
  kind: z.string(),
  why: z.enum([...LEFT_OUT, ...CHANGED]),
  /** A name, an address, or the sentence of a refusal. */
  detail: z.string(),
})
export type ImportNote = z.infer<typeof ImportNote>

/** What an import makes. */
export const ImportReport = z.object({
  name: z.string(),
  width: z.int(),
  height: z.int(),
  /** Regions that the export has, and widgets in them. */
  regions: z.int(),
  widgets: z.int(),
  /** Widgets on the new page. */
  elements: z.int(),
  pictures: z.int(),
  videos: z.int(),
  /** Other files: fonts, and sound. */
  others: z.int(),
  webPages: z.int(),
  /** Cards for texts and the like that take turns with media. */
  cards: z.int(),
  /** Data sources with the rows of data sets. */
  sources: z.int(),
  /** Of the files. */
  bytes: z.int(),
  /** The folder of the files; empty without any. */
  folder: z.string(),
  notes: z.array(ImportNote).max(IMPORT_NOTES_MAX),
})
export type ImportReport = z.infer<typeof ImportReport>

/** Layouts that another system exported: so far Xibo, whose format is public. */
export const layoutImports = {
  import: route({
    method: 'POST',
    path: '/layout/import',
    summary:
      'Import a layout that Xibo exported (ZIP): a new layout, and its files in a new folder; `dryRun` only reports what would become of each part',
    who: { write: 'layouts' },
    everywhere: true,
    query: DryRun,
    body: z.object({
      /** A finished resumable upload (`/media/uploads`). */
      uploadId: Id,
      /** Of the layout; absent: that in the export. */
      name: requiredText().optional(),
      organizationId: Id.optional(),
    }),
    response: z.object({ id: Id, report: ImportReport }),
    status: 201,
    errors: [
      'FORBIDDEN',
      'TOO_LARGE',
      'STORAGE_LIMIT',
      'UNSUPPORTED_MEDIA',
      'TOO_MANY_REQUESTS',
      'DOCUMENT_TOO_LARGE',
    ],
    budget: 'uploads',
  }),
}
