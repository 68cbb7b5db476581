import type { Answer, AnswerQuery, ReportedAnswer, StoredAnswer } from '@vitrine/contract/api/data/answers'
import { ANSWER_DAYS } from '@vitrine/contract/player/report-limits'
import type { SelectQueryBuilder } from 'kysely'
import type { DeviceSession } from '#base/handler.ts'
import type { Db, Tables } from '#db/schema.ts'
import type { AnswersTable } from '#db/tables/answers.ts'
import { notFound } from '#lib/errors.ts'

const DAY = 86_400_000
/** Milliseconds that a screen's clock may be ahead of ours. */
const AHEAD_MS = 300_000
/** Rows deleted before yielding to other requests. */
const AT_ONCE = 1000

const isPossible = (at: number, now: number) => at >= now - ANSWER_DAYS * DAY && at <= now + AHEAD_MS

/** Stores a screen's answers, each once; returns how many have impossible times. */
export async function saveAnswers(
  db: Db,
  { deviceId, organizationId }: DeviceSession,
  reported: readonly ReportedAnswer[],
  now: number,
): Promise<{ accepted: number; refused: number }> {
  const possible = reported.filter(({ at }) => isPossible(at, now))
  const device = await db.selectFrom('devices').select('name').where('id', '=', deviceId).executeTakeFirst()
  const rows = new Map<string, AnswersTable>()
  for (const { id, at, value, ...answer } of possible) {
    const row = { id: `${deviceId}.${id}`, value: JSON.stringify(value), answeredAt: Math.round(at) }
    rows.set(row.id, { ...answer, ...row, organizationId, deviceId, deviceName: device?.name ?? '' })
  }
  if (rows.size > 0)
    await db
      .insertInto('answers')
      .values([...rows.values()])
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  return { accepted: possible.length, refused: reported.length - possible.length }
}

type Filtered<O> = SelectQueryBuilder<Tables, 'answers', O>
/** Applies the conditions of a query. */
export function filtered<O>(
  select: Filtered<O>,
  { from, to, pageId, widgetId, deviceId }: AnswerQuery,
): Filtered<O> {
  let query = select
  if (from !== undefined) query = query.where('answers.answeredAt', '>=', from)
  if (to !== undefined) query = query.where('answers.answeredAt', '<', to)
  if (pageId) query = query.where('answers.pageId', '=', pageId)
  if (widgetId) query = query.where('answers.widgetId', '=', widgetId)
  if (deviceId) query = query.where('answers.deviceId', '=', deviceId)
  return query
}

const newestFirst = (db: Db, query: AnswerQuery) =>
  filtered(db.selectFrom('answers').selectAll('answers'), query)
    .orderBy('answers.answeredAt', 'desc')
    .orderBy('answers.id', 'desc')

export async function listAnswers(db: Db, query: AnswerQuery): Promise<{ answers: Answer[]; total: number }> {
  const { page = 1, pageSize = 50 } = query
  const { total } = await filtered(
    db.selectFrom('answers').select(({ fn }) => fn.countAll<number>().as('total')),
    query,
  ).executeTakeFirstOrThrow()
  const rows = await newestFirst(db, query)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { answers: rows.map(answerOf), total: Number(total) }
}

/** The next answers after one, newest first, for exports of any length. */
export async function answersAfter(
  db: Db,
  query: AnswerQuery,
  after: Answer | undefined,
  limit: number,
): Promise<Answer[]> {
  const rest = newestFirst(db, query).limit(limit)
  const rows = await (after
    ? rest.where((where) =>
        where.or([
          where('answers.answeredAt', '<', after.at),
          where.and([where('answers.answeredAt', '=', after.at), where('answers.id', '<', after.id)]),
        ]),
      )
    : rest
  ).execute()
  return rows.map(answerOf)
}

/** Deletes answers given before an instant, in batches; returns the count. */
export async function deleteAnswersBefore(db: Db, before: number): Promise<number> {
  for (let removed = 0; ; ) {
    const { numDeletedRows } = await db
      .deleteFrom('answers')
      .where('id', 'in', (answers) =>
        answers.selectFrom('answers').select('id').where('answeredAt', '<', before).limit(AT_ONCE),
      )
      .executeTakeFirstOrThrow()
    removed += Number(numDeletedRows)
    if (numDeletedRows < AT_ONCE) return removed
  }
}

/** Throws NOT_FOUND. */
export async function removeAnswer(db: Db, id: string): Promise<void> {
  const removed = await db.deleteFrom('answers').where('id', '=', id).executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw notFound('Answer not found')
}

const answerOf = ({ answeredAt, value, ...row }: AnswersTable): Answer => ({
  ...row,
  at: Number(answeredAt),
  value: JSON.parse(value) as StoredAnswer,
})
