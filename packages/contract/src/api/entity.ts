import { z } from 'zod'
import { ID_PATTERN, isId } from '#id.ts'
import { rule } from '#rules.ts'
import { boundedList } from './bounded-list.ts'

/** Ids are opaque: UUIDs of the server's making, safe in paths, names and patterns. */
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
/** The first and last instants that a date can be, in milliseconds around 1970 UTC; no database takes much later ones. */
const DATE_MOST = 8.64e15
/** Milliseconds since 1970 UTC, as a screen says it. */
export const Instant = z.number().min(-DATE_MOST).max(DATE_MOST)
/** The same in an address, whole. */
export const RequestedInstant = z.coerce.number({ error: rule('numeric') }).int(rule('numeric'))
/** Optimistic locking: a PUT that carries an old version is answered 409; one without still works. */
export const Version = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
  .optional()

/** An organization named in an address; `organizationId=` with nothing behind it names none. */
export const NamedOrganization = Id.or(z.literal('').transform(() => undefined)).optional()

/**
 * Lists answer every row unless a page is asked for. `sort` is a field name, with `-` in front for descending.
 * `organizationId` is honoured for super admins only; the token decides for everybody else.
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

/** Ids in an address, separated by commas. */
const AskedIds = z
  .string()
  .transform((ids) => ids.split(','))
  .pipe(z.array(Id).max(100, rule('max_value', 100)))

/** Pages with their documents, a piece at a time: only those with `ids`, or of a size by `width` and `height`. */
export const DocumentsQuery = ListQuery.pick({ organizationId: true, search: true, pageSize: true }).extend({
  after: Cursor.optional(),
  ids: AskedIds.optional(),
  width: Pixels.optional(),
  height: Pixels.optional(),
})
export type DocumentsQuery = z.infer<typeof DocumentsQuery>

/** A delete may name the organization that the row belongs to; for another one's it finds nothing. */
export const OrganizationHint = z.object({ organizationId: Id.optional() }).optional()
