// Copies what was approved.
import { hash } from 'node:crypto'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { newId } from '#lib/ids.ts'
import { slices } from '#lib/work/slices.ts'
import { listed } from './copies.ts'
import { THINGS_AT_ONCE as AT_ONCE, type Snapshot, snapshotsOf, type Thing } from './snapshots.ts'

/** Things and all that they lead to, as they are saved now. Storyboards that actions load, and those inside others, have their own approval. */
async function* closure(db: Db, roots: readonly Thing[]): AsyncGenerator<Snapshot[]> {
  const known = new Set(roots.map(({ id }) => id))
  for (let next = [...roots]; next.length > 0; ) {
    const some = next.splice(0, AT_ONCE)
    const found = await snapshotsOf(db, some)
    for (const { leads } of found)
      for (const lead of leads) {
        if (lead.kind === 'storyboard' || known.has(lead.id)) continue
        known.add(lead.id)
        next.push(lead)
      }
    yield found
  }
}

/** Everything that approving these would approve, that is different from its copy or has none. */
export async function sharesIn(
  db: Db,
  roots: readonly Thing[],
): Promise<{ id: string; changedBy: string[] }[]> {
  const shares: { id: string; changedBy: string[] }[] = []
  for await (const found of closure(db, roots)) {
    const rows = await db
      .selectFrom('approved_copies')
      .select(['id', 'hash', 'changedBy'])
      .where(
        'id',
        'in',
        listed(
          db,
          found.map(({ id }) => id),
        ),
      )
      .execute()
    const copies = new Map(rows.map((row) => [row.id, row]))
    for (const { id, hash: now } of found) {
      const copy = copies.get(id)
      if (copy?.hash === now) continue
      shares.push({ id, changedBy: JSON.parse(copy?.changedBy ?? '[]') as string[] })
    }
  }
  return shares
}

/** Names a thing and all that it leads to as they are saved now. */
export async function stateOf(db: Db, root: Thing): Promise<string> {
  const all: string[] = []
  for await (const found of closure(db, [root])) all.push(...found.map(({ id, hash: now }) => `${id} ${now}`))
  return hash('sha256', all.sort().join('\n'))
}

/**
 * Screens play these things, and what they lead to, as they are saved now. `db` is bound to the organization. Returns the
 * ids of what is played differently, and of what leads to it.
 */
export async function approve(db: Db, organizationId: string, roots: readonly Thing[]): Promise<string[]> {
  await lockRow(db, 'organizations', organizationId)
  const changed = new Set<string>()
  for await (const found of closure(db, roots)) {
    const ids = found.map(({ id }) => id)
    const rows = await db
      .selectFrom('approved_copies')
      .select(['id', 'hash'])
      .where('id', 'in', listed(db, ids))
      .execute()
    const before = new Map(rows.map((row) => [row.id, row.hash]))
    const fresh = found.filter(({ id, hash: now }) => before.get(id) !== now)
    for (const { id } of fresh) changed.add(id)
    await db
      .updateTable('approved_copies')
      .set(NOT_WAITING)
      .where('id', 'in', listed(db, ids))
      .where('waitsSince', 'is not', null)
      .execute()
    await writeCopies(db, organizationId, fresh)
  }
  return deleteUnused(db, changed)
}

export const NOT_WAITING = {
  waitsSince: null,
  changedAt: null,
  changedBy: '[]',
  rejectedBy: null,
  rejectedAt: null,
  note: '',
}

async function writeCopies(db: Db, organizationId: string, fresh: readonly Snapshot[]): Promise<void> {
  const ids = listed(
    db,
    fresh.map(({ id }) => id),
  )
  await db.deleteFrom('approved_copies').where('id', 'in', ids).execute()
  for (const some of slices(fresh, AT_ONCE))
    await db
      .insertInto('approved_copies')
      .values(
        some.map(({ id, kind, name, copy, hash: of, leads, shows, packageHash }) => ({
          ...{ id, organizationId, kind, name, copy, hash: of, shows, packageHash },
          leads: JSON.stringify(leads.map((lead) => lead.id)),
          ...NOT_WAITING,
        })),
      )
      .execute()
  const files = fresh.flatMap(({ id: copyId, files: own }) =>
    own.map(([sha256, { size, mimetype }]) => ({
      id: newId(),
      ...{ organizationId, copyId, sha256, size, mimetype },
    })),
  )
  for (const some of slices(files, AT_ONCE)) await db.insertInto('approved_files').values(some).execute()
}

/**
 * Deletes copies that no storyboard leads to any more. A deleted storyboard stays as long as an action of what plays loads it.
 * Returns the ids of the changed things, and of everything that leads to one of them.
 */
export async function deleteUnused(db: Db, changed: Iterable<string>): Promise<string[]> {
  const copies = await db.selectFrom('approved_copies').select(['id', 'kind', 'leads']).execute()
  const there = await db.selectFrom('storyboards').select('id').execute()
  const saved = new Set(there.map(({ id }) => id))
  const leads = new Map(copies.map((row) => [row.id, JSON.parse(row.leads) as string[]]))
  const used = new Set(copies.flatMap(({ id, kind }) => (kind === 'storyboard' && saved.has(id) ? [id] : [])))
  // Iterating over a set includes entries added during the loop.
  for (const id of used) for (const lead of leads.get(id) ?? []) used.add(lead)
  const unused = copies.filter(({ id }) => !used.has(id))
  for (const some of slices(unused, AT_ONCE))
    await db
      .deleteFrom('approved_copies')
      .where(
        'id',
        'in',
        listed(
          db,
          some.map(({ id }) => id),
        ),
      )
      .execute()
  const leading = new Map<string, string[]>()
  for (const [id, own] of leads) for (const lead of own) leading.set(lead, [...(leading.get(lead) ?? []), id])
  const affected = new Set(changed)
  for (const id of affected) for (const from of leading.get(id) ?? []) affected.add(from)
  return [...affected]
}

/** A storyboard was withdrawn, or deleted by someone who may approve. */
export async function forgetCopies(db: Db, ids: readonly string[]): Promise<string[]> {
  await db.deleteFrom('approved_copies').where('id', 'in', listed(db, ids)).execute()
  return deleteUnused(db, ids)
}

/** Copies everything that is approved now. */
export async function approveAll(db: Db, organizationId: string): Promise<void> {
  const storyboards = await db
    .selectFrom('storyboards')
    .select('id')
    .where('approved', 'is not', null)
    .orderBy('id')
    .execute()
  await approve(
    db,
    organizationId,
    storyboards.map(({ id }) => ({ kind: 'storyboard', id })),
  )
}
