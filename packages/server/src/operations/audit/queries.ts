import {
  AUDIT_PAGE,
  AuditChange,
  type AuditEntry,
  type AuditFilter,
  type AuditQuery,
} from '@vitrine/contract/api/operations/audit'
import { searchKey } from '@vitrine/contract/search-key'
import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { containing } from '#db/lists/name-search.ts'
import type { Db, Tables } from '#db/schema.ts'
import type { AuditEntriesTable } from '#db/tables/audit.ts'
import { isoTime } from '#lib/clock.ts'
import { chainOf } from './log.ts'

const Changes = z.array(AuditChange)

/** Whose entries are read, and by whom: the name and address of a super admin are for super admins. */
export interface Reading {
  db: Db
  organizationId: string | null
  isOperator: boolean
}

/** Newest first. `next` is the `before` of the next page. */
export async function listEntries(
  reading: Reading,
  { before, pageSize = AUDIT_PAGE.default, ...filter }: AuditQuery,
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const rows = await entriesBefore(reading, filter, before, pageSize + 1)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const next = rows.length > pageSize && last ? Number(last.number) : null
  return { entries: shown.map((row) => entryOf(row, reading.isOperator)), next }
}

/** All entries, newest first, some at a time. */
export async function* everyEntry(
  reading: Reading,
  filter: AuditFilter,
  atOnce: number,
): AsyncGenerator<AuditEntry[], void> {
  let before: number | undefined
  for (;;) {
    const rows = await entriesBefore(reading, filter, before, atOnce)
    if (rows.length > 0) yield rows.map((row) => entryOf(row, reading.isOperator))
    if (rows.length < atOnce) return
    before = Number(rows.at(-1)?.number)
  }
}

/** Entries in their order. */
export async function entriesAfter(
  { db, organizationId, isOperator }: Reading,
  after: number,
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('chain', '=', chainOf(organizationId))
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map((row) => entryOf(row, isOperator))
}

/** The number of an organization's last entry; 0 without any. */
export async function lastNumber(db: Db, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('audit_chains')
    .select('number')
    .where('id', '=', chainOf(organizationId))
    .executeTakeFirst()
  return Number(row?.number ?? 0)
}

function entriesBefore(
  { db, organizationId }: Reading,
  filter: AuditFilter,
  before: number | undefined,
  limit: number,
): Promise<AuditEntriesTable[]> {
  return matching(
    db.selectFrom('audit_entries').selectAll().where('chain', '=', chainOf(organizationId)),
    filter,
  )
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

type Entries = SelectQueryBuilder<Tables, 'audit_entries', AuditEntriesTable>

function matching(entries: Entries, filter: AuditFilter): Entries {
  const { actor, actorKind, kind, verb, thing, from, to, search } = filter
  const words = searchKey(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const found = entries
    .$if(actor !== undefined, (query) => query.where('actorId', '=', actor ?? ''))
    .$if(actorKind !== undefined, (query) => query.where('actorKind', '=', actorKind ?? 'person'))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'user'))
    .$if(verb !== undefined, (query) => query.where('verb', '=', verb ?? 'change'))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? 0))
    .$if(thing !== undefined, (query) =>
      query.where(({ or, eb, selectFrom }) =>
        or([
          eb('thingId', '=', thing ?? ''),
          eb(
            'id',
            'in',
            selectFrom('audit_things')
              .select('entryId')
              .where('thingId', '=', thing ?? ''),
          ),
        ]),
      ),
    )
  return words.reduce(
    (query, word) => query.where(sql<boolean>`"searched" like ${containing(word)} escape '!'`),
    found,
  )
}

function entryOf(row: AuditEntriesTable, isOperator: boolean): AuditEntry {
  const isHidden = row.actorKind === 'operator' && !isOperator
  return {
    id: row.id,
    number: Number(row.number),
    at: isoTime(Number(row.at)),
    organizationId: row.organizationId,
    actor: {
      kind: row.actorKind,
      id: isHidden ? null : row.actorId,
      name: isHidden ? '' : row.actorName,
    },
    action: row.action,
    verb: row.verb,
    kind: row.kind,
    thing: row.thingId === null ? null : { id: row.thingId, name: row.thingName },
    count: row.count,
    changes: Changes.parse(JSON.parse(row.changes)),
    more: row.more,
    address: isHidden ? null : row.address,
    request: row.request,
    hash: row.hash,
  }
}
