import type { ListQuery } from '@vitrine/contract/api/base/entity'
import type {
  CaseInput,
  CaseKind,
  CaseReply,
  CaseStatus,
  ListedCase,
} from '@vitrine/contract/api/operations/cases'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { authorName } from '#accounts/authors/queries.ts'
import type { Session } from '#base/handler.ts'
import { listRows } from '#base/list.ts'
import { lockRow } from '#db/database.ts'
import { allRows } from '#db/lists/paged.ts'
import type { Db } from '#db/schema.ts'
import { flag } from '#db/tables/column.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

/** `only`: limits the cases to those of one person; absent: all of the organization. */
const selectCases = (db: Db, only?: string) =>
  db
    .selectFrom('cases')
    .innerJoin('organizations', 'organizations.id', 'cases.organizationId')
    .leftJoin('devices', 'devices.id', 'cases.deviceId')
    .selectAll('cases')
    .select(['organizations.name as organizationName', 'devices.name as deviceName'])
    .$if(only !== undefined, (query) => query.where('cases.userId', '=', only ?? ''))

type Row = Awaited<ReturnType<ReturnType<typeof selectCases>['executeTakeFirstOrThrow']>>

export async function listCases(
  db: Db,
  query: ListQuery,
  only?: string,
): Promise<{ cases: ListedCase[]; total?: number }> {
  const { rows, total } = await listRows(
    db,
    selectCases(db, only).select(replyCount.as('replyCount')),
    'cases',
    { sort: '-updatedAt', ...query },
    {
      search: ['subjectKey', 'organizations.nameKey', sql`lower("cases"."author")`],
      sort: {
        updatedAt: 'updatedAt',
        createdAt: 'createdAt',
        subject: 'subjectKey',
        status: 'status',
        kind: 'kind',
        author: 'author',
        organization: 'organizations.nameOrder',
        replies: replyCount,
      },
    },
  )
  return {
    cases: rows.map((row) => ({ ...caseOf(row), replyCount: Number(row.replyCount) })),
    total,
  }
}

const replyCount = sql<number>`(select count(*) from "case_replies" where "case_replies"."caseId" = "cases"."id")`

/** Throws NOT_FOUND, also for cases of others than `only`. */
export async function getCase(db: Db, id: string, only?: string): Promise<ListedCase> {
  const row = await selectCases(db, only)
    .select(replyCount.as('replyCount'))
    .where('cases.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Case not found')
  return { ...caseOf(row), replyCount: Number(row.replyCount) }
}

/** Oldest first. Nothing limits how many there are. */
export function repliesOf(db: Db, id: string): Promise<CaseReply[]> {
  const select = db.selectFrom('case_replies').selectAll('case_replies').where('caseId', '=', id)
  return allRows(db, 'case_replies', { select, ordered: select.orderBy('id') }, (rows) =>
    rows.map((reply) => ({ ...reply, isSupport: reply.isSupport === 1 })),
  )
}

/** The author of a message. */
export interface Author {
  id: string
  name: string
  email: string
}

/** Of an API key, the maker gets the emails. */
export async function findAuthor(db: Db, { userId, key }: Pick<Session, 'userId' | 'key'>): Promise<Author> {
  const { id, firstName, lastName, email } = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email'])
    .where('id', '=', key?.makerId ?? userId)
    .executeTakeFirstOrThrow()
  const name = key ? await authorName(db, userId) : `${firstName} ${lastName}`.trim()
  return { id, name, email }
}

export async function insertCase(
  db: Db,
  organizationId: string,
  author: Author,
  input: CaseInput,
  now: string,
): Promise<string> {
  const { subject, text, kind, facts, deviceId } = input
  if (deviceId) {
    const device = await db.selectFrom('devices').select('id').where('id', '=', deviceId).executeTakeFirst()
    if (!device) throw invalid({ deviceId: rule('unknown') })
  }
  const id = newId()
  await db
    .insertInto('cases')
    .values({
      id,
      organizationId,
      userId: author.id,
      author: author.name,
      subject,
      subjectKey: searchKey(subject),
      text,
      kind,
      facts,
      deviceId,
      status: 'open',
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return id
}

export async function insertReply(
  db: Db,
  { id: caseId, organizationId }: ListedCase,
  reply: { author: string; isSupport: boolean; text: string },
  now: string,
): Promise<void> {
  await lockRow(db, 'cases', caseId)
  await db
    .insertInto('case_replies')
    .values({
      id: newId(),
      organizationId,
      caseId,
      author: reply.author,
      isSupport: flag(reply.isSupport),
      text: reply.text,
      createdAt: now,
    })
    .execute()
  await setCaseStatus(db, caseId, reply.isSupport ? 'answered' : 'open', now)
}

export async function setCaseStatus(db: Db, id: string, status: CaseStatus, now: string): Promise<void> {
  await db.updateTable('cases').set({ status, updatedAt: now }).where('id', '=', id).execute()
}

/** Where to send the notification of a reply; undefined after the account is deleted. */
export async function emailOfAuthor(db: Db, caseId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('cases')
    .innerJoin('users', 'users.id', 'cases.userId')
    .select('users.email')
    .where('cases.id', '=', caseId)
    .executeTakeFirst()
  return found?.email
}

const caseOf = ({ organizationName, deviceId, deviceName, ...row }: Row): Omit<ListedCase, 'replyCount'> => ({
  ...row,
  kind: row.kind as CaseKind,
  status: row.status as CaseStatus,
  organization: { id: row.organizationId, name: organizationName },
  device: deviceId !== null && deviceName !== null ? { id: deviceId, name: deviceName } : null,
})
