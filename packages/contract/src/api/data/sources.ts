import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import {
  Id,
  IdAnswer,
  IdParams,
  Instant,
  ListQuery,
  OrganizationHint,
  Timestamp,
  Version,
} from '#api/base/entity.ts'
import { optionalText, requiredText, timeZone, wholeNumber } from '#api/base/inputs.ts'
import { SOURCE_NAME } from '#document/source-data.ts'
import { plainText } from '#plain-text.ts'
import { route } from '#route.ts'
import { rule, URL_PATTERN } from '#rules.ts'

/** Data sources: tables that the server fetches from elsewhere, for widgets and packages. */

export const SOURCE_KINDS = ['csv', 'xlsx', 'json', 'ical', 'feed', 'gtfs'] as const
export const SourceKind = z.enum(SOURCE_KINDS)
export type SourceKind = z.infer<typeof SourceKind>

/** Maximum data sources per organization. */
export const SOURCES_MAX = 100
/** Maximum rows stored per source; the rest are only counted. */
export const SOURCE_ROWS_MAX = 1000
export const SOURCE_COLUMNS_MAX = 40
/** Maximum characters per cell. */
export const SOURCE_CELL_MAX = 2000
/** Maximum bytes of an uploaded file. */
export const SOURCE_FILE_MAX = 3 * 1024 * 1024
/** In base64. */
const FILE_CHARACTERS = Math.ceil(SOURCE_FILE_MAX / 3) * 4
/** Fits the file and the other fields. */
const FILE_BODY = FILE_CHARACTERS + 32 * 1024
/** Minutes between two fetches. */
export const SOURCE_INTERVALS = [1, 5, 15, 60, 360, 1440] as const
/** A timetable is large and rarely changes. Minutes. */
export const GTFS_INTERVAL_MIN = 360
/** Maximum bytes of a timetable's zip. */
export const GTFS_FILE_MAX = 150 * 1024 * 1024
/** Consecutive failures after which the source's author is notified. */
export const SOURCE_FAILURES_REPORTED = 3

export const SourceCell = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** The first column names the rows. */
export const SourceTable = z.object({
  columns: z.array(z.string()).max(SOURCE_COLUMNS_MAX),
  rows: z.array(z.array(SourceCell)).max(SOURCE_ROWS_MAX),
})
export type SourceTable = z.infer<typeof SourceTable>

export const Source = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  kind: SourceKind,
  /**
   * Empty for an uploaded file, and for people without permission to change sources: the URL may contain a secret.
   */
  url: z.string(),
  hasUrl: z.boolean(),
  path: z.string(),
  sheet: z.string(),
  stop: z.string(),
  timezone: z.string(),
  days: z.int(),
  every: z.int(),
  /** Rows found, and rows stored. */
  found: z.int(),
  rows: z.int(),
  /** Time of the last successful fetch. */
  fetchedAt: Instant,
  /** Time of the last attempt. */
  checkedAt: Instant,
  /** Why the last attempt failed; empty if it succeeded. */
  error: z.string(),
  /** What the last successful fetch couldn't read as written; empty if it read everything. */
  note: z.string(),
  /** Consecutive failures. */
  failures: z.int(),
  /** When the author was notified of a lasting failure; null before that and while the source works. */
  failingSince: Instant.nullable(),
  /** Who saved it last; null for someone who was deleted. */
  savedBy: Id.nullable(),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Source = z.infer<typeof Source>

/** The settings needed to read a source. */
export const SourceReading = z.object({
  kind: SourceKind,
  /** Calendars are often published as `webcal:`, which is HTTPS. */
  url: optionalText(2000)
    .overwrite((url) => url.replace(/^webcals?:/i, 'https:'))
    .refine((url) => url === '' || URL_PATTERN.test(url), rule('url')),
  /** An uploaded file instead of a URL, for `csv`, `xlsx`, and `ical`. */
  file: z
    .object({
      name: requiredText(200),
      /** Base64. */
      content: z
        .string()
        .max(FILE_CHARACTERS, rule('max', FILE_CHARACTERS))
        .regex(/^[\w+/]*={0,2}$/, rule('invalid')),
    })
    .optional(),
  /** `json`: path of the rows, such as `menu.drinks`; empty: the whole document. */
  path: optionalText(200),
  /** `xlsx`: the sheet's name; empty: the first visible sheet. */
  sheet: optionalText(100),
  /** `gtfs`: the stop whose departures are the rows, by its name, code, or id. */
  stop: optionalText(200),
  /** `ical`: time zone of dates and times that don't name one. */
  timezone: timeZone().default('Etc/GMT'),
  /** `ical` and `gtfs`: days to look ahead. */
  days: wholeNumber(1, 90).default(30),
})
export type SourceReading = z.infer<typeof SourceReading>

export const SourceInput = SourceReading.extend({
  name: requiredText(60).regex(SOURCE_NAME, rule('invalid')),
  every: wholeNumber(1, 1440).default(15),
  organizationId: Id.optional(),
  version: Version,
}).refine(({ kind, every }) => kind !== 'gtfs' || every >= GTFS_INTERVAL_MIN, {
  message: rule('min_value', GTFS_INTERVAL_MIN),
  path: ['every'],
})
export type SourceInput = z.infer<typeof SourceInput>

/** Cells changed at a time. */
export const SOURCE_CELLS_MAX = 100
const Place = z.int({ error: rule('numeric') }).min(0, rule('min_value', 0))
export const SourceCells = z.object({
  cells: boundedList(
    z
      .array(
        z.object({
          row: Place.max(SOURCE_ROWS_MAX - 1, rule('max_value', SOURCE_ROWS_MAX - 1)),
          column: Place.max(SOURCE_COLUMNS_MAX - 1, rule('max_value', SOURCE_COLUMNS_MAX - 1)),
          value: z.string().overwrite(plainText).max(SOURCE_CELL_MAX, rule('max', SOURCE_CELL_MAX)),
        }),
      )
      .min(1, rule('required'))
      .max(SOURCE_CELLS_MAX, rule('max_value', SOURCE_CELLS_MAX)),
  ),
  /** `at` of the rows that the caller saw; CONFLICT if others are stored now. */
  at: Instant.optional(),
})

const Preview = SourceTable.extend({
  found: z.int(),
  /** What couldn't be read as written, in a sentence for the author. */
  note: z.string().optional(),
})
export type SourcePreview = z.infer<typeof Preview>
const Answer = z.object({ source: Source })

export const sources = {
  list: route({
    method: 'GET',
    path: '/sources',
    summary: 'List data sources (an addition)',
    who: { read: 'media' },
    query: ListQuery,
    response: z.object({ sources: z.array(Source), total: z.int().optional() }),
  }),
  get: route({
    method: 'GET',
    path: '/sources/:id',
    summary: 'Get a data source',
    who: { read: 'media' },
    params: IdParams,
    response: Answer,
  }),
  rows: route({
    method: 'GET',
    path: '/sources/:id/rows',
    summary: 'Get the last good copy of a data source',
    who: { read: 'media' },
    params: IdParams,
    response: Preview.extend({ at: Instant }),
  }),
  preview: route({
    method: 'POST',
    path: '/sources/preview',
    summary: 'Preview a data source without saving it',
    who: { write: 'media' },
    body: SourceReading,
    bodyLimit: FILE_BODY,
    response: Preview,
    write: false,
    budget: 'fetches',
  }),
  create: route({
    method: 'POST',
    path: '/sources',
    summary: 'Create a data source; it must be readable',
    who: { write: 'media' },
    body: SourceInput,
    bodyLimit: FILE_BODY,
    response: Answer,
    status: 201,
    budget: 'fetches',
    errors: ['TOO_MANY_REQUESTS'],
  }),
  update: route({
    method: 'PUT',
    path: '/sources/:id',
    summary: 'Update a data source; its file stays unless you send another',
    who: { write: 'media' },
    params: IdParams,
    body: SourceInput,
    bodyLimit: FILE_BODY,
    response: Answer,
    budget: 'fetches',
    errors: ['CONFLICT', 'SOURCE_IN_USE'],
  }),
  setCells: route({
    method: 'PUT',
    path: '/source-cells/:id',
    summary: 'Change cells of an uploaded data source, counted from 0; screens show them in seconds',
    who: { write: 'media' },
    params: IdParams,
    body: SourceCells,
    response: Answer,
    errors: ['CONFLICT'],
  }),
  refresh: route({
    method: 'POST',
    path: '/sources/:id/refresh',
    summary: 'Fetch a data source now',
    who: { write: 'media' },
    params: IdParams,
    response: Answer,
    write: false,
    budget: 'fetches',
  }),
  remove: route({
    method: 'DELETE',
    path: '/sources/:id',
    summary: 'Delete a data source that nothing uses',
    who: { write: 'media' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['SOURCE_IN_USE'],
  }),
}
