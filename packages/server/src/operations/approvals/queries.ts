import type { ListQuery } from '@vitrine/contract/api/base/entity'
import {
  type ApprovalSettings,
  type ApprovalSettingsInput,
  CHANGERS_NAMED,
  type WaitingChange,
} from '@vitrine/contract/api/operations/approvals'
import { type Selectable, sql } from 'kysely'
import { authorName, authorNames } from '#accounts/authors/queries.ts'
import { consoleOf } from '#accounts/site/queries.ts'
import { listRows } from '#base/list.ts'
import { queueMessage } from '#base/outbox/queries.ts'
import type { Origins } from '#base/platform.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { hasFolders } from '#db/scoped.ts'
import type { ApprovedCopiesTable } from '#db/tables/approved.ts'
import { flag } from '#db/tables/column.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { conflict, notFound } from '#lib/errors.ts'
import { approve, approveAll, stateOf } from '#playback/approve.ts'
import { refuseOwnChanges } from '#playback/approved/four-eyes.ts'

const DAY = 86_400_000

export async function getSettings(db: Db, id: string): Promise<ApprovalSettings & { id: string }> {
  const row = await db
    .selectFrom('organizations')
    .select(['id', 'approval', 'fourEyes', 'approvalDays', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Organization not found')
  const { approval, fourEyes, approvalDays, version } = row
  return { id, mode: approval, fourEyes: fourEyes === 1, days: approvalDays, version }
}

/**
 * Strict: what plays now becomes the approved copy. Live: returns the things that were waiting, which now play as they
 * are saved. `db` is bound to the organization.
 */
export async function saveSettings(
  db: Db,
  { id, mode: before }: ApprovalSettings & { id: string },
  { mode, fourEyes, days, version }: ApprovalSettingsInput,
  now: string,
): Promise<string[]> {
  await lockRow(db, 'organizations', id)
  const columns = { approval: mode, fourEyes: flag(fourEyes), approvalDays: days }
  await writeVersion(db, 'organizations', { id, seen: version, now }, columns)
  if (mode === before) return []
  const waiting = await db
    .selectFrom('approved_copies')
    .select('id')
    .where('waitsSince', 'is not', null)
    .execute()
  await db.deleteFrom('approved_copies').where('organizationId', '=', id).execute()
  if (mode === 'strict') await approveAll(db, id)
  return waiting.map((row) => row.id)
}

type Copy = Selectable<ApprovedCopiesTable>

/** A waiting change of a file waits for someone who reaches the file. */
export const isReached = (db: Db) => {
  const files = db.selectFrom('media').select('id')
  return hasFolders(db)
    ? sql<boolean>`("approved_copies"."kind" <> 'media' or "approved_copies"."id" in ${files})`
    : sql<boolean>`1 = 1`
}

const selectWaiting = (db: Db) =>
  db
    .selectFrom('approved_copies')
    .innerJoin('organizations', 'organizations.id', 'approved_copies.organizationId')
    .selectAll('approved_copies')
    .select(['organizations.approvalDays', 'organizations.fourEyes'])
    .where('approved_copies.waitsSince', 'is not', null)
    .where(isReached(db))

type Waiting = Copy & { approvalDays: number | null; fourEyes: 0 | 1 }

export async function listWaiting(db: Db, query: ListQuery, personId: string) {
  const { rows, total } = await listRows(db, selectWaiting(db), 'approved_copies', query, {
    search: [sql`lower("approved_copies"."name")`],
    sort: { since: 'waitsSince', name: 'name' },
  })
  return { changes: await changesOf(db, rows, personId), total }
}

export async function getWaiting(db: Db, id: string): Promise<Waiting> {
  const row = await selectWaiting(db).where('approved_copies.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This change no longer waits')
  return row
}

const TABLES = { storyboard: 'storyboards', page: 'pages', media: 'media' } as const

async function thereAmong(db: Db, rows: readonly Waiting[]): Promise<Set<string>> {
  const there = new Set<string>()
  for (const [kind, own] of Map.groupBy(rows, (row) => row.kind)) {
    const found = await db.selectFrom(TABLES[kind]).select('id').where('id', 'in', anyOf(db, own)).execute()
    for (const { id } of found) there.add(id)
  }
  return there
}

export async function changesOf(
  db: Db,
  rows: readonly Waiting[],
  personId: string,
): Promise<WaitingChange[]> {
  const there = await thereAmong(db, rows)
  const authors = new Map(rows.map((row) => [row.id, JSON.parse(row.changedBy) as string[]]))
  const names = await authorNames(db, [...[...authors.values()].flat(), ...rows.map((row) => row.rejectedBy)])
  return rows.map((row) => {
    const { id, kind, name, copy, approvalDays, fourEyes, rejectedBy, rejectedAt, note } = row
    const since = Number(row.waitsSince)
    const own = authors.get(id) ?? []
    return {
      id,
      kind,
      name,
      change: copy === null ? 'added' : there.has(id) ? 'changed' : 'deleted',
      since: isoTime(since),
      changedAt: isoTime(Number(row.changedAt)),
      by: own.flatMap((author) => names.get(author) ?? []).slice(-CHANGERS_NAMED),
      isOwn: fourEyes === 1 && own.includes(personId),
      due: approvalDays === null || rejectedAt !== null ? null : isoTime(since + approvalDays * DAY),
      rejected:
        rejectedAt === null
          ? null
          : { by: names.get(rejectedBy ?? '') ?? '', at: isoTime(Number(rejectedAt)), note },
    }
  })
}

interface Decision {
  decision: 'approved' | 'rejected'
  note: string
  personId: string
  now: number
}

/**
 * Decides about changes as the caller saw them. Throws CONFLICT if one of them, or what it leads to, has changed since or
 * was decided, and OWN_CHANGE. `db` is bound to the organization. Returns the ids of what plays differently.
 */
export async function decide(
  db: Db,
  organizationId: string,
  seen: readonly { id: string; state: string }[],
  { decision, note, personId, now }: Decision,
): Promise<string[]> {
  await lockRow(db, 'organizations', organizationId)
  const rows = await db
    .selectFrom('approved_copies')
    .select(['id', 'kind'])
    .where('waitsSince', 'is not', null)
    .where('id', 'in', anyOf(db, seen))
    .execute()
  const things = new Map(rows.map((row) => [row.id, row]))
  for (const { id, state } of seen) {
    const thing = things.get(id)
    if (!thing || (await stateOf(db, thing)) !== state) throw conflict()
  }
  if (decision === 'approved') {
    await refuseOwnChanges(db, rows, personId)
    return approve(db, organizationId, rows)
  }
  await db
    .updateTable('approved_copies')
    .set({ rejectedBy: personId, rejectedAt: now, note })
    .where('id', 'in', anyOf(db, rows))
    .execute()
  return []
}

/** Authors per decision that get an email. */
const MAILED_MOST = 50

/** Queues an email to each author's verified address, but not to the one who decided. Returns whether there is one. */
export async function mailAuthors(
  db: Db,
  origins: Origins,
  rows: readonly { name: string; changedBy: string; organizationId: string }[],
  { decision, note, personId, now }: Decision,
): Promise<boolean> {
  const about = new Map<string, string[]>()
  for (const { name, changedBy } of rows)
    for (const id of JSON.parse(changedBy) as string[])
      if (id !== personId) about.set(id, [...(about.get(id) ?? []), name])
  const people = await db
    .selectFrom('users')
    .select(['id', 'email', 'organizationId'])
    .where('emailVerified', '=', 1)
    .where(
      'id',
      'in',
      anyOf(
        db,
        [...about.keys()].slice(0, MAILED_MOST).map((id) => ({ id })),
      ),
    )
    .execute()
  const by = await authorName(db, personId)
  for (const { id, email: recipient, organizationId: owner } of people) {
    const console = await consoleOf(db, origins, owner)
    const [first = '', ...more] = about.get(id) ?? []
    const what = more.length > 0 ? `“${first}” and ${more.length} more` : `“${first}”`
    const text = [
      `Your change of ${what} was ${decision}${by ? ` by ${by}` : ''}.`,
      ...(note ? [note] : []),
      `Changes that wait: ${console}/#/app/approvals`,
    ].join('\n\n')
    const subject = `${decision === 'approved' ? 'Approved' : 'Rejected'}: ${first}`
    await queueMessage(db, { owner, channel: 'mail', recipient, subject, text }, now)
  }
  return people.length > 0
}
