// Copies what was approved, and marks what differs from its copy since.
import { hash } from 'node:crypto'
import type { ManifestFile } from '@vitrine/contract/api/playback/manifest'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { ApprovedCopiesTable } from '#db/tables/approved.ts'
import { newId } from '#lib/ids.ts'
import { slices } from '#lib/work/slices.ts'
import { leadsOfMedium, listed } from './copies.ts'
import { LIVE } from './live.ts'
import type { Sources } from './manifest.ts'

type CopyKind = ApprovedCopiesTable['kind']

export interface Thing {
  kind: CopyKind
  id: string
}

/** A thing as it is saved now; without a copy, it doesn't exist, or isn't approved. */
export interface Snapshot extends Thing, Pick<ApprovedCopiesTable, 'name' | 'copy' | 'hash' | 'shows'> {
  leads: readonly Thing[]
  files: readonly (readonly [sha256: string, file: ManifestFile])[]
}

/** Things read at the same time, and rows written: pages have half a megabyte at most. */
const AT_ONCE = 100

const things = (kind: CopyKind, ids: readonly string[]): Thing[] => ids.map((id) => ({ kind, id }))

/** `db` is bound to their organization. */
export async function snapshotsOf(db: Db, wanted: readonly Thing[]): Promise<Snapshot[]> {
  const ids = (kind: CopyKind) => wanted.flatMap((thing) => (thing.kind === kind ? [thing.id] : []))
  const sources: Sources = { storyboards: new Map(), pages: new Map(), media: new Map() }
  await LIVE.storyboards(db, ids('storyboard'), sources)
  await LIVE.pages(db, ids('page'), sources)
  await LIVE.media(db, ids('media'), sources)
  const spans = await db
    .selectFrom('pages')
    .select(['id', 'shows'])
    .where('shows', 'is not', null)
    .where('id', 'in', listed(db, ids('page')))
    .execute()
  const shows = new Map(spans.map((row) => [row.id, row.shows]))
  return wanted.map(({ kind, id }) => ({ ...snapshot(kind, id, sources), shows: shows.get(id) ?? null }))
}

function snapshot(kind: CopyKind, id: string, sources: Sources): Omit<Snapshot, 'shows'> {
  const made = (name: string, copy: object, leads: readonly Thing[], files: Snapshot['files'] = []) => {
    const text = JSON.stringify(copy)
    return { kind, id, name, copy: text, hash: hash('sha256', text + JSON.stringify(files)), leads, files }
  }
  if (kind === 'storyboard') {
    const storyboard = sources.storyboards.get(id)
    if (storyboard) {
      const { id: _, ...copy } = storyboard
      const pages = copy.items.map(({ pageId }) => pageId)
      return made(copy.name, copy, [
        ...things('page', [...new Set(pages)]),
        ...things('media', copy.audioId === undefined ? [] : [copy.audioId]),
      ])
    }
  } else if (kind === 'page') {
    const page = sources.pages.get(id)
    if (page)
      return made(page.page.name, page, [
        ...things('media', page.media),
        ...things('storyboard', page.storyboards),
      ])
  } else {
    const found = sources.media.get(id)
    if (found) {
      const { files, ...copy } = found
      const [pageId] = copy.medium.pageId === undefined ? [] : [copy.medium.pageId]
      const others = leadsOfMedium(copy.medium).filter((each) => each !== pageId)
      return made(
        copy.medium.name,
        copy,
        [...things('page', pageId === undefined ? [] : [pageId]), ...things('media', others)],
        [...files].sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    }
  }
  return { kind, id, name: '', copy: null, hash: '', leads: [], files: [] }
}

/** Things and all that they lead to, as they are saved now. Storyboards that actions load have their own approval. */
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

const NOT_WAITING = {
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
        some.map(({ id, kind, name, copy, hash: of, leads, shows }) => ({
          ...{ id, organizationId, kind, name, copy, hash: of, shows },
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
async function deleteUnused(db: Db, changed: Iterable<string>): Promise<string[]> {
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

/** Authors that a waiting change names. */
const AUTHORS_MOST = 20

/**
 * Marks changed things whose copy differs now, and takes the mark off those that are equal again. For things of any
 * organization; `by`: undefined for what a job did alone.
 */
export async function markChanged(
  db: Db,
  ids: readonly string[],
  by: string | undefined,
  now: number,
): Promise<void> {
  await addReturned(db, ids)
  const copies = await db
    .selectFrom('approved_copies')
    .select('organizationId')
    .where('id', 'in', listed(db, ids))
    .distinct()
    .execute()
  for (const { organizationId } of copies) {
    // Approvals wait, and this reads what they approved.
    await lockRow(db, 'organizations', organizationId)
    const bound = scoped(db, organizationId)
    const own = await bound
      .selectFrom('approved_copies')
      .select(['id', 'kind', 'name', 'hash', 'waitsSince', 'changedBy'])
      .where('id', 'in', listed(db, ids))
      .execute()
    let hasGone = false
    for (const some of slices(own, AT_ONCE)) {
      const found = new Map((await snapshotsOf(bound, some)).map((each) => [each.id, each]))
      for (const row of some) {
        const live = found.get(row.id)
        if (row.kind === 'storyboard' && live?.hash === '') hasGone = true
        if (!live || live.hash === row.hash) {
          if (row.waitsSince !== null)
            await bound.updateTable('approved_copies').set(NOT_WAITING).where('id', '=', row.id).execute()
          continue
        }
        await bound
          .updateTable('approved_copies')
          .set({
            ...NOT_WAITING,
            name: live.name || row.name,
            waitsSince: row.waitsSince ?? now,
            changedAt: now,
            changedBy: withAuthor(row.changedBy, by),
          })
          .where('id', '=', row.id)
          .execute()
      }
    }
    if (hasGone) await deleteUnused(bound, [])
  }
}

interface Deleter {
  personId: string
  mayApprove: boolean
  now: number
}

/**
 * Call before rows of pages, media, or storyboards are deleted. The deletion waits like any change, unless the one who
 * deletes may approve it.
 */
export async function noteDeleted(
  db: Db,
  organizationId: string,
  rows: readonly { id?: unknown }[],
  { personId, mayApprove, now }: Deleter,
): Promise<void> {
  const { approval, fourEyes } = await db
    .selectFrom('organizations')
    .select(['approval', 'fourEyes'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (approval !== 'strict') return
  const ids = rows.map(({ id }) => String(id))
  for (const some of slices(ids, AT_ONCE)) {
    const wanted = listed(db, some)
    if (mayApprove && fourEyes === 0) {
      const nothing = { copy: null, hash: '', leads: '[]', shows: null }
      await db
        .updateTable('approved_copies')
        .set({ ...nothing, ...NOT_WAITING })
        .where('id', 'in', wanted)
        .execute()
      await db.deleteFrom('approved_files').where('copyId', 'in', wanted).execute()
      continue
    }
    const copies = await db
      .selectFrom('approved_copies')
      .select(['id', 'waitsSince', 'changedBy'])
      .where('id', 'in', wanted)
      .execute()
    for (const { id, waitsSince, changedBy } of copies)
      await db
        .updateTable('approved_copies')
        .set({
          ...NOT_WAITING,
          waitsSince: waitsSince ?? now,
          changedAt: now,
          changedBy: withAuthor(changedBy, personId),
        })
        .where('id', '=', id)
        .execute()
  }
}

const withAuthor = (changedBy: string, by: string | undefined): string => {
  const others = (JSON.parse(changedBy) as string[]).filter((id) => id !== by)
  return JSON.stringify([...others, ...(by === undefined ? [] : [by])].slice(-AUTHORS_MOST))
}

/** An approved storyboard that returns from the trash waits: screens don't play it without a copy. */
async function addReturned(db: Db, ids: readonly string[]): Promise<void> {
  const returned = await db
    .selectFrom('storyboards')
    .innerJoin('organizations', 'organizations.id', 'storyboards.organizationId')
    .select(['storyboards.id', 'storyboards.organizationId', 'storyboards.name'])
    .where('organizations.approval', '=', 'strict')
    .where('storyboards.approved', 'is not', null)
    .where('storyboards.id', 'in', listed(db, ids))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('approved_copies')
            .select('approved_copies.id')
            .whereRef('approved_copies.id', '=', 'storyboards.id'),
        ),
      ),
    )
    .execute()
  for (const row of returned)
    await db
      .insertInto('approved_copies')
      .values({ ...row, kind: 'storyboard', copy: null, hash: '', leads: '[]', shows: null, ...NOT_WAITING })
      .execute()
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
