import { createHash } from 'node:crypto'
import type { AuditActorKind, AuditKind, AuditVerb } from '@vitrine/contract/audited'
import { searchKey } from '@vitrine/contract/search-key'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { AuditEntriesTable } from '#db/tables/audit.ts'
import { newId } from '#lib/ids.ts'
import { type Changes, cut } from './changes.ts'

/** Characters of an entry that searches read. */
const SEARCHED_MAX = 1000

export interface AuditActor {
  kind: AuditActorKind
  id: string | null
  name: string
}

/** What a call did, before it has a number. */
export interface NewEntry {
  /** Null: of the installation. */
  organizationId: string | null
  actor: AuditActor
  action: string
  kind: AuditKind
  verb: AuditVerb
  things: readonly { id: string; name: string }[]
  changed: Changes
  address: string | null
  request: string
}

/** Chain of an organization's entries, or of the installation's. */
export const chainOf = (organizationId: string | null): string => organizationId ?? ''

/**
 * Writes an entry at the end of its chain, as the last statements of a transaction: from here to the commit, other
 * writes of the organization wait. `tx` isn't bound to an organization.
 */
export async function appendEntry(tx: Db, entry: NewEntry, now: number): Promise<void> {
  const { organizationId, actor, things, changed, ...what } = entry
  const chain = chainOf(organizationId)
  const head = await headOf(tx, organizationId)
  const [first] = things
  const changes = JSON.stringify(changed.changes)
  const row = {
    id: newId(),
    organizationId,
    chain,
    number: head.number + 1,
    at: now,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: cut(actor.name),
    action: what.action,
    verb: what.verb,
    kind: what.kind,
    thingId: first?.id ?? null,
    thingName: cut(first?.name ?? ''),
    count: things.length,
    changes,
    more: changed.more,
    address: what.address,
    request: what.request,
    searched: searchedIn(entry),
  }
  const hash = hashOf(head.hash, row)
  await tx
    .insertInto('audit_entries')
    .values({ ...row, hash })
    .execute()
  await tx.updateTable('audit_chains').set({ number: row.number, hash }).where('id', '=', chain).execute()
  const further = things.slice(1).map(({ id: thingId }) => ({
    ...{ id: newId(), organizationId, entryId: row.id, thingId, number: row.number },
  }))
  if (further.length) await tx.insertInto('audit_things').values(further).execute()
}

/**
 * The hash of an entry: of the one before it, and of everything that it says. An entry that was changed, deleted, or
 * moved doesn't fit the next one any more.
 */
export function hashOf(previous: string, row: Omit<AuditEntriesTable, 'hash' | 'searched'>): string {
  const said = [
    ...[row.chain, Number(row.number), Number(row.at), row.actorKind, row.actorId, row.actorName, row.action],
    ...[row.verb, row.kind, row.thingId, row.thingName, row.count, row.changes, row.more, row.address],
    ...[row.request, row.id],
  ]
  return createHash('sha256')
    .update(`${previous}\n${JSON.stringify(said)}`)
    .digest('hex')
}

async function headOf(tx: Db, organizationId: string | null): Promise<{ number: number; hash: string }> {
  const chain = chainOf(organizationId)
  // Before the chain: others lock the organization, and then write their entry.
  if (organizationId !== null && isPostgres(tx))
    await tx.selectFrom('organizations').select('id').where('id', '=', organizationId).forKeyShare().execute()
  const find = () =>
    tx
      .selectFrom('audit_chains')
      .select(['number', 'hash'])
      .where('id', '=', chain)
      .$if(isPostgres(tx), (query) => query.forUpdate())
      .executeTakeFirst()
  const found = await find()
  if (found) return { ...found, number: Number(found.number) }
  const start = { number: 0, hash: '', prunedNumber: 0, prunedHash: '' }
  await tx
    .insertInto('audit_chains')
    .values({ id: chain, organizationId, ...start })
    .onConflict((there) => there.column('id').doNothing())
    .execute()
  return (await find()) ?? start
}

function searchedIn({ actor, things, changed }: NewEntry): string {
  const values = changed.changes.flatMap(({ of, before, after }) => [of, before, after])
  const names = things.slice(0, 20).map(({ name }) => cut(name))
  // The name of a super admin isn't for the organization, and neither is what finds it.
  const who = actor.kind === 'operator' ? '' : cut(actor.name)
  const all = [who, ...names, ...values].filter((text): text is string => Boolean(text))
  return searchKey(all.join('\n'))
    .slice(0, SEARCHED_MAX)
    .replace(/[\ud800-\udbff]$/, '')
}
