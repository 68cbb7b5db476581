// Who can be mentioned, and what mentioned people get.
import {
  COMMENT_PEOPLE_LISTED,
  type CommentPerson,
  MENTIONS_LISTED,
  type Mention,
} from '@vitrine/contract/api/content/comments'
import { type Actor, can } from '@vitrine/contract/permissions'
import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { personName } from '#accounts/authors/queries.ts'
import { actorOf, RIGHTS } from '#accounts/rights/queries.ts'
import { consoleOf } from '#accounts/site/queries.ts'
import { queueMessage } from '#base/outbox/queries.ts'
import type { Origins } from '#base/platform.ts'
import { anyOf } from '#db/database.ts'
import { containing } from '#db/lists/name-search.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { AREA_OF_PAGE, type CommentedPage } from './queries.ts'

/** People of whom the first are searched for those who see the page. */
const SEARCHED_MAX = 500

const selectPeople = (db: Db, organizationId: string) =>
  db
    .selectFrom('users')
    .leftJoin('custom_roles', 'custom_roles.id', 'users.roleId')
    .select(['users.id', 'users.firstName', 'users.lastName', 'users.email', 'users.emailVerified'])
    .select([...RIGHTS])
    .where('users.organizationId', '=', organizationId)

type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>

const sees = (row: PersonRow, { kind }: CommentedPage): boolean =>
  can(actorOf(row), 'read', AREA_OF_PAGE[kind])

const matches = (column: string, key: string) =>
  sql<boolean>`${sql.ref(column)} like ${containing(key)} escape '!'`

/** Those who see the page, by name. */
export async function findPeople(db: Db, page: CommentedPage, search: string): Promise<CommentPerson[]> {
  const key = searchKey(search)
  const rows = await selectPeople(db, page.organizationId)
    .$if(key !== '', (people) =>
      people.where(({ or }) => or([matches('users.nameKey', key), matches('users.emailKey', key)])),
    )
    .orderBy('users.nameOrder')
    .orderBy('users.id')
    .limit(SEARCHED_MAX)
    .execute()
  return rows
    .filter((row) => sees(row, page))
    .slice(0, COMMENT_PEOPLE_LISTED)
    .map((row) => ({ id: row.id, name: personName(row) }))
}

export interface MentionedPerson extends CommentPerson {
  /** Verified address; null without one. */
  email: string | null
}

/** Of these ids, the people of the page's organization who see it. */
export async function mentionedPeople(
  db: Db,
  page: CommentedPage,
  ids: readonly string[],
): Promise<MentionedPerson[]> {
  if (ids.length === 0) return []
  const rows = await selectPeople(db, page.organizationId)
    .where(
      'users.id',
      'in',
      anyOf(
        db,
        [...new Set(ids)].map((id) => ({ id })),
      ),
    )
    .orderBy('users.id')
    .execute()
  return rows
    .filter((row) => sees(row, page))
    .map((row) => ({ id: row.id, name: personName(row), email: row.emailVerified === 1 ? row.email : null }))
}

interface Told {
  page: CommentedPage
  commentId: string
  replyId: string | null
  /** The author's name. */
  by: string
  text: string
  now: number
}

/** Characters of a comment in an email. */
const MAILED_MAX = 1000
const PATHS = { card: 'cards/edit', layout: 'layouts/design', part: 'parts/design' } as const

/** Adds it to their bells and queues emails. Returns whether there is one to send. */
export async function tellMentioned(
  db: Db,
  origins: Origins,
  people: readonly MentionedPerson[],
  { page, commentId, replyId, by, text, now }: Told,
): Promise<boolean> {
  const { organizationId, id: pageId, kind, name } = page
  if (people.length === 0) return false
  await db
    .insertInto('comment_mentions')
    .values(
      people.map(({ id: userId }) => ({
        ...{ id: newId(), organizationId, pageId, commentId, replyId, userId, by },
        createdAt: isoTime(now),
      })),
    )
    .execute()
  const own = await consoleOf(db, origins, organizationId)
  const link = `${own}/#/app/${PATHS[kind]}/${pageId}?comment=${commentId}`
  const subject = `A comment on ${name} mentions you`
  const who = by ? `${by} mentioned` : 'A comment mentions'
  const mail = [`${who} you on the page “${name}”:`, text.slice(0, MAILED_MAX), `Open it here: ${link}`]
  const mailed = people.filter(({ email }) => email !== null)
  for (const { email } of mailed) {
    const message = { owner: organizationId, channel: 'mail' as const, recipient: email ?? '', subject }
    await queueMessage(db, { ...message, text: mail.join('\n\n') }, now)
  }
  return mailed.length > 0
}

/** The newest ones on pages that the person sees. */
export async function mentionsOf(db: Db, userId: string, caller: Actor): Promise<Mention[]> {
  const rows = await db
    .selectFrom('comment_mentions')
    .innerJoin('pages', 'pages.id', 'comment_mentions.pageId')
    .select(['comment_mentions.id', 'commentId', 'pageId', 'by', 'comment_mentions.createdAt'])
    .select(['pages.name', 'pages.kind'])
    .where('userId', '=', userId)
    .orderBy('comment_mentions.id', 'desc')
    .limit(MENTIONS_LISTED)
    .execute()
  return rows
    .filter(({ kind }) => can(caller, 'read', AREA_OF_PAGE[kind]))
    .map(({ id, commentId, pageId, by, createdAt, name, kind }) => ({
      ...{ id, commentId, by, at: createdAt },
      page: { id: pageId, name, kind },
    }))
}
