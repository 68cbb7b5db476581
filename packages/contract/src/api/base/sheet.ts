import { z } from 'zod'
import type { Access } from '#permissions.ts'
import { type Route, route } from '#route.ts'
import { rule } from '#rules.ts'
import { Id } from './entity.ts'
import { DryRun } from './impact.ts'

/** Rows of a CSV file besides its header, and its characters in Base64: 3 MB. */
export const SHEET_ROWS_MAX = 10_000
export const SHEET_CHARACTERS = 4 * 2 ** 20

/** Columns by what a sheet imports; those of `SHEET_REQUIRED` have a value in every row. */
export const SHEET_COLUMNS = {
  screens: ['Name', 'Type', 'Group', 'Building', 'Floor', 'Tags'],
  users: ['First name', 'Last name', 'Email', 'Role', 'Permissions'],
  buildings: ['Building', 'Location', 'Coordinates', 'Floor'],
} as const
export type SheetKind = keyof typeof SHEET_COLUMNS

export const SHEET_REQUIRED = {
  screens: ['Name'],
  users: ['First name', 'Last name', 'Email'],
  buildings: ['Building', 'Location', 'Floor'],
} as const satisfies { [K in SheetKind]: readonly (typeof SHEET_COLUMNS)[K][number][] }

export const SheetInput = z.object({
  /** The CSV file in Base64. */
  content: z
    .string()
    .min(1, rule('required'))
    .max(SHEET_CHARACTERS, rule('max', SHEET_CHARACTERS))
    .regex(/^[\w+/]*={0,2}$/, rule('invalid')),
  organizationId: Id.optional(),
})

/** A row of the file: its line, what it names, and why it can't be imported. */
const SheetRow = z.object({ line: z.int(), name: z.string(), problem: z.string().nullable() })
export type SheetRow = z.infer<typeof SheetRow>

export const SheetAnswer = z.object({
  rows: z.array(SheetRow).max(SHEET_ROWS_MAX),
  /** Rows with a problem: an import with one is refused. */
  problems: z.int(),
})
export type SheetAnswer = z.infer<typeof SheetAnswer>

/** Imports rows of a CSV file, all or none; a dry run says what is wrong with each. */
export const sheetRoute = <Area extends Access>(
  path: `/${string}`,
  { area, what, ...more }: { area: Area; what: SheetKind } & Pick<Route, 'keys' | 'event'>,
) =>
  route({
    method: 'POST',
    path: `${path}/import`,
    summary: `Import ${what} from a CSV file, all or none; a dry run only reports the problem of each row`,
    who: { write: area },
    everywhere: true,
    query: DryRun,
    body: SheetInput,
    bodyLimit: SHEET_CHARACTERS + 64 * 1024,
    response: SheetAnswer,
    ...more,
  })
