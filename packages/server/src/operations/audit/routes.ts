import { Readable } from 'node:stream'
import { type AuditEntry, type AuditFilter, audit } from '@vitrine/contract/api/operations/audit'
import { ROLES } from '@vitrine/contract/permissions'
import { type Context, feature } from '#base/handler.ts'
import { type CsvColumns, csvHead, csvLines } from '#lib/csv.ts'
import { forbidden } from '#lib/errors.ts'
import { everyEntry, listEntries, type Reading } from './queries.ts'

/** Rows per read: a few milliseconds of formatting. */
const AT_ONCE = 300

const changeText = ({ of, field, before, after, hidden }: AuditEntry['changes'][number]) => {
  const values = hidden ? 'changed' : `${before ?? '-'} > ${after ?? '-'}`
  return `${of === undefined ? '' : `${of}, `}${field}: ${values}`
}

const COLUMNS: CsvColumns<AuditEntry> = [
  ['Number', ({ number }) => number],
  ['Time (UTC)', ({ at }) => at],
  ['Who', ({ actor }) => actor.name],
  ['Kind of caller', ({ actor }) => actor.kind],
  ['Action', ({ action }) => action],
  ['Kind of thing', ({ kind }) => kind],
  ['Thing', ({ thing }) => thing?.name ?? ''],
  ['Things', ({ count }) => count],
  ['Changes', ({ changes }) => changes.map(changeText).join('\n')],
  ['More changes', ({ more }) => more],
  ['Address', ({ address }) => address ?? ''],
  ['Request', ({ request }) => request],
  ['Who id', ({ actor }) => actor.id ?? ''],
  ['Thing id', ({ thing }) => thing?.id ?? ''],
  ['Hash', ({ hash }) => hash],
]

const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    name: 'audit.csv',
    head: csvHead(COLUMNS),
    lines: (entries: readonly AuditEntry[]) => csvLines(COLUMNS, entries),
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    name: 'audit.jsonl',
    head: '',
    lines: (entries: readonly AuditEntry[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  },
} as const

type Asked = Pick<Context, 'reader' | 'tenantReader' | 'organizationFor'> & {
  session: { role: string }
  query: AuditFilter
}

/** Throws FORBIDDEN if someone other than a super admin asks for the installation's entries. */
async function readingOf({ session, query, reader, ...context }: Asked): Promise<Reading> {
  const isOperator = session.role === ROLES.superAdmin
  if (query.installation) {
    if (!isOperator) throw forbidden()
    return { db: reader, organizationId: null, isOperator }
  }
  const organizationId = await context.organizationFor(query.organizationId)
  return { db: context.tenantReader(organizationId), organizationId, isOperator }
}

export const auditFeature = feature(audit, {
  list: async (context) => listEntries(await readingOf(context), context.query),
  export: async (context) => {
    const { query, reply } = context
    const { format, ...filter } = query
    const { type, name, head, lines } = FORMATS[format]
    const batches = everyEntry(await readingOf(context), filter, AT_ONCE)
    // A database that is away is an error instead of a file that ends early.
    const first = await batches.next()
    async function* text() {
      if (head) yield head
      if (!first.done) yield lines(first.value)
      for await (const some of batches) yield lines(some)
    }
    await reply
      .type(type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(text()))
  },
})
