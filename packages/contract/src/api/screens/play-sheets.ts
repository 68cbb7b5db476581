import { z } from 'zod'
import { Id, NamedOrganization } from '#api/base/entity.ts'
import { date, timeZone } from '#api/base/inputs.ts'
import { plainText } from '#plain-text.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { DEFAULT_TIMEZONE } from '#schedule/time-zone.ts'
import { PlaySum } from './plays.ts'

export const SHEET_DAYS_MAX = 366
/** Maximum screenshots of a sheet. */
export const SHEET_PROOFS = 6
const DAY = 86_400_000

/** For whom a sheet is: plain text, up to 100 characters; '' for no name. */
export const CustomerName = z.string().overwrite(plainText).max(100, rule('max', 100))

/** What a sheet is about: one storyboard, or one page or media item. Neither: everything that screens show. */
const about = { storyboardId: Id.optional(), itemId: Id.optional() }

/** Days as `YYYY-MM-DD` by the clocks of `timezone`, both inclusive. */
const SheetQuery = z
  .object({
    ...about,
    first: date(),
    last: date(),
    timezone: timeZone().default(DEFAULT_TIMEZONE),
    customer: CustomerName.default(''),
    /** Of the PDF: `de`, `en-GB`; absent: the organization's. */
    language: z
      .string()
      .max(20, rule('max', 20))
      .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, rule('invalid'))
      .optional(),
    organizationId: NamedOrganization,
  })
  .refine(({ first, last }) => first <= last && Date.parse(last) - Date.parse(first) < SHEET_DAYS_MAX * DAY, {
    path: ['last'],
    message: rule('invalid'),
  })
export type SheetQuery = z.infer<typeof SheetQuery>

/** A screenshot that a screen took while it showed what the sheet is about; milliseconds since 1970. */
export const SheetProof = z.object({ deviceId: Id, deviceName: z.string(), takenAt: z.number() })
export type SheetProof = z.infer<typeof SheetProof>

/** A report to send to a customer. Sums are of pages, or of the one item. */
export const PlaySheet = z.object({
  organization: z.string(),
  /** An image in its media library. */
  logoId: Id.nullable(),
  customer: z.string(),
  /** The name of what it is about; '' for everything. */
  name: z.string(),
  /** `page` and `media` as in plays. */
  kind: z.enum(['all', 'storyboard', 'page', 'media']),
  firstDay: z.string(),
  lastDay: z.string(),
  timezone: z.string(),
  plays: z.int(),
  seconds: z.int(),
  screensCount: z.int(),
  days: z.array(z.object({ day: z.string(), plays: z.int(), seconds: z.int() })),
  /** The first hundred, longest first. */
  screens: z.array(PlaySum),
  /** By building, longest first; id '' for screens without one. */
  places: z.array(PlaySum),
  proofs: z.array(SheetProof),
})
export type PlaySheet = z.infer<typeof PlaySheet>

export const playSheets = {
  sheet: route({
    method: 'GET',
    path: '/plays/sheet',
    summary: 'Get a report to send: what was shown on whole days, with totals and proof pictures',
    who: { read: 'devices' },
    query: SheetQuery,
    response: z.object({ sheet: PlaySheet }),
    budget: 'summaries',
  }),
  sheetPdf: route({
    method: 'GET',
    path: '/plays/sheet.pdf',
    summary: 'Get the same report as a PDF',
    who: { read: 'devices' },
    query: SheetQuery,
    response: 'file',
    budget: 'exports',
  }),
}
