import {
  REVIEWERS_NAMED,
  type Storyboard,
  type StoryboardReview,
} from '@vitrine/contract/api/content/storyboards'
import { type Permission, ROLES } from '@vitrine/contract/permissions'
import { authorName, authorNames } from '#accounts/authors/queries.ts'
import { consoleOf } from '#accounts/site/queries.ts'
import { queueMessage } from '#base/outbox/queries.ts'
import type { Origins } from '#base/platform.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { notFound } from '#lib/errors.ts'
import type { ApprovedStoryboard } from '#playback/manifest.ts'

interface Decision {
  status: 'approved' | 'rejected'
  userId: string
  note: string
}

/** Records a decision, which is shown until the next one, so that the author can read the reason while editing. */
export async function setDecision(db: Db, id: string, decision: Decision, now: number): Promise<void> {
  const { status, userId, note } = decision
  await db
    .updateTable('storyboards')
    .set({ decision: status, decidedBy: userId, decidedAt: isoTime(now), decisionNote: note })
    .where('id', '=', id)
    .execute()
}

/** Data for a reviewer: the author, the version that screens play until approval, and the last decision. */
export async function getReview(db: Db, id: string): Promise<StoryboardReview> {
  const row = await db.selectFrom('storyboards').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Storyboard not found')
  const { savedBy, savedAt, decision, decidedBy, decidedAt, decisionNote, approved } = row
  const names = await authorNames(db, [savedBy, decidedBy])
  return {
    reviewers: await reviewersOf(db, row.organizationId),
    author: names.get(savedBy ?? '') ?? null,
    savedAt,
    approved: approved ? approvedOf(JSON.parse(approved) as ApprovedStoryboard) : null,
    decision:
      decision && decidedAt
        ? {
            status: decision,
            by: names.get(decidedBy ?? '') ?? null,
            at: decidedAt,
            note: decisionNote ?? '',
          }
        : null,
  }
}

const APPROVES = 'approve-storyboards' satisfies Permission

/** Those with the permission only, then admins. */
async function reviewersOf(db: Db, organizationId: string): Promise<StoryboardReview['reviewers']> {
  const people = db
    .selectFrom('users')
    .where('organizationId', '=', organizationId)
    .where(({ or, eb }) =>
      or([
        eb('role', '=', ROLES.admin),
        eb('permissions', 'like', `%"${APPROVES}"%`),
        eb(
          'roleId',
          'in',
          db
            .selectFrom('custom_roles')
            .select('id')
            .where('organizationId', '=', organizationId)
            .where('rows', 'like', `%"${APPROVES}":"write"%`),
        ),
      ]),
    )
  const { count } = await people
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const first = await people
    .select('id')
    .orderBy('role', 'desc')
    .orderBy('id')
    .limit(REVIEWERS_NAMED)
    .execute()
  const names = await authorNames(
    db,
    first.map(({ id }) => id),
  )
  return { names: first.map(({ id }) => names.get(id) ?? ''), total: Number(count) }
}

function approvedOf({ items, ...copy }: ApprovedStoryboard): StoryboardReview['approved'] {
  const key = copy.type === 'standard' ? 'cardId' : 'layoutId'
  return {
    ...copy,
    idleSeconds: copy.idleSeconds ?? null,
    audioId: copy.audioId ?? null,
    shuffle: copy.shuffle === true,
    items: items.map(({ pageId, ...item }) => (item.storyboardId ? item : { [key]: pageId, ...item })),
  }
}

/**
 * Queues an email to the author's verified address, unless the author decided. Returns whether there is one to send.
 */
export async function mailAuthor(
  db: Db,
  origins: Origins,
  { id, name, type }: Pick<Storyboard, 'id' | 'name' | 'type'>,
  { status, userId, note }: Decision,
  now: number,
): Promise<boolean> {
  const author = await db
    .selectFrom('storyboards')
    .innerJoin('users', 'users.id', 'storyboards.savedBy')
    .select(['users.id', 'users.email', 'users.organizationId'])
    .where('storyboards.id', '=', id)
    .where('users.emailVerified', '=', 1)
    .executeTakeFirst()
  if (!author || author.id === userId) return false
  const by = await authorName(db, userId)
  const own = await consoleOf(db, origins, author.organizationId)
  const text = [
    `The storyboard “${name}” was ${status}${by ? ` by ${by}` : ''}.`,
    ...(note ? [note] : []),
    `Open it here: ${own}/#/app/storyboard/${type}/edit/${id}`,
  ].join('\n\n')
  const subject = `${status === 'approved' ? 'Approved' : 'Rejected'}: ${name}`
  await queueMessage(
    db,
    { owner: author.organizationId, channel: 'mail', recipient: author.email, subject, text },
    now,
  )
  return true
}
