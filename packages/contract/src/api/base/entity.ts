import { z } from 'zod'
import { ID_PATTERN, isId } from '#id.ts'
import { rule } from '#rules.ts'
import { boundedList } from './bounded-list.ts'

/** Ids are opaque: UUIDs made by the server, safe in paths, names and patterns. */
export const Id = z
  .string({
    error: (issue) => (issue.input == null || issue.input === '' ? rule('required') : rule('invalid')),
  })
  .min(1, rule('required'))
  .regex(ID_PATTERN, rule('invalid'))
/** A list of many ids. */
export const idList = (list: z.ZodArray<typeof Id>) => boundedList(list, isId)
export const IdParams = z.object({ id: Id })
export const IdAnswer = z.object({ id: Id })
/** ISO 8601 in UTC. */
export const Timestamp = z.string()
/** The caller sees the thing, and may not change it where it is. Absent for what they may change, and in answers to changes. */
export const IsReadOnly = z.literal(true).optional()
/** The range of JavaScript dates in milliseconds around 1970 UTC: databases don't take much later ones. */
const DATE_MOST = 8.64e15
/** Milliseconds since 1970 UTC. */
export const Instant = z.number().min(-DATE_MOST).max(DATE_MOST)
/** An instant in a query string, as a whole number. */
export const RequestedInstant = z.coerce.number({ error: rule('numeric') }).int(rule('numeric'))
/** Optimistic locking: a PUT that carries an old version is answered 409; one without still works. */
export const Version = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
  .optional()

/** `organizationId` in a query string; an empty value counts as absent. */
export const NamedOrganization = Id.or(z.literal('').transform(() => undefined)).optional()

/**
 * Lists return every row unless the query asks for a page, with a `total` that is exact up to `countedMost`. `sort` is a
 * field name, with `-` in front for descending. Only super admins can set `organizationId`; the token decides for other
 * callers.
 */
export const ListQuery = z.object({
  organizationId: NamedOrganization,
  page: z.coerce
    .number({ error: rule('numeric') })
    .int()
    .min(1, rule('min_value', 1))
    .max(1_000_000, rule('max_value', 1_000_000))
    .optional(),
  pageSize: z.coerce
    .number({ error: rule('numeric') })
    .int()
    .min(1, rule('min_value', 1))
    .max(200, rule('max_value', 200))
    .optional(),
  search: z.string().max(200, rule('max', 200)).optional(),
  sort: z
    .string()
    .regex(/^-?[a-zA-Z]{1,40}$/, rule('invalid'))
    .optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

/** Position in a paginated list, as returned with the previous page. */
export const Cursor = z
  .string()
  .max(2000)
  .regex(/^[\w-]+$/, rule('invalid'))

const Pixels = z.coerce
  .number({ error: rule('numeric') })
  .int()
  .min(1)
  .max(100_000)

/** Comma-separated ids in a query string. */
export const AskedIds = z
  .string()
  .transform((ids) => ids.split(','))
  .pipe(z.array(Id).max(100, rule('max_value', 100)))

/** Pages with their documents, in batches: filtered by `ids`, or by `width` and `height`. */
export const DocumentsQuery = ListQuery.pick({ organizationId: true, search: true, pageSize: true }).extend({
  after: Cursor.optional(),
  ids: AskedIds.optional(),
  width: Pixels.optional(),
  height: Pixels.optional(),
})
export type DocumentsQuery = z.infer<typeof DocumentsQuery>

/** A DELETE may name the row's organization; a row of another organization is not found. */
export const OrganizationHint = z.object({ organizationId: Id.optional() }).optional()
