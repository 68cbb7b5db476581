import type { AnswerQuery, Question, StoredAnswer } from '@vitrine/contract/api/data/answers'
import { sql } from 'kysely'
import { slicesOf } from '#db/lists/slices.ts'
import type { Db } from '#db/schema.ts'
import { filtered } from './queries.ts'

/** Maximum different values counted per question, and returned, most frequent first. */
const VALUES_MAX = 1000
const VALUES_SHOWN = 60
const PAGE_SIZE = 100
/** Only the newest answers are read. */
const ROWS_MAX = 500_000

interface Summary {
  head: Pick<Question, 'pageId' | 'pageName' | 'widgetId' | 'type' | 'question'>
  answers: number
  lastAt: number
  values: Map<string, number>
}

/** Answered questions, most recently answered first, and their total. */
export async function questionsOf(
  db: Db,
  query: AnswerQuery,
): Promise<{ questions: Question[]; total: number }> {
  const summaries = new Map<string, Summary>()
  for await (const slice of slicesOf(db, 'answers', query, ROWS_MAX)) {
    const rows = await filtered(db.selectFrom('answers'), query)
      .select(['answers.pageId', 'answers.widgetId', 'answers.type', countedValue.as('value')])
      .select(({ fn }) => [
        fn.max('answers.pageName').as('pageName'),
        fn.max('answers.question').as('question'),
        fn.countAll<number>().as('answers'),
        fn.max<number>('answers.answeredAt').as('lastAt'),
      ])
      .where(slice)
      .groupBy(['answers.pageId', 'answers.widgetId', 'answers.type', countedValue])
      .orderBy('lastAt', 'desc')
      .execute()
    for (const { value, answers, lastAt, pageName, question, ...of } of rows) {
      const key = `${of.pageId} ${of.widgetId} ${of.type}`
      let summary = summaries.get(key)
      // Slices and their rows are read newest first, so questions are inserted in that order.
      if (!summary) {
        const head = { ...of, pageName: pageName ?? '', question: question ?? '' }
        summary = { head, answers: 0, lastAt: Number(lastAt), values: new Map() }
        summaries.set(key, summary)
      }
      summary.answers += Number(answers)
      if (value !== '' && (summary.values.has(value) || summary.values.size < VALUES_MAX))
        summary.values.set(value, (summary.values.get(value) ?? 0) + Number(answers))
    }
  }
  const { page = 1, pageSize = PAGE_SIZE } = query
  const shown = summaries
    .values()
    .drop((page - 1) * pageSize)
    .take(pageSize)
  return { questions: [...shown.map(questionOf)], total: summaries.size }
}

/** Comments are counted, but not by value. */
const countedValue = sql<string>`case when answers.type = 'comment' then '' else answers.value end`

function questionOf({ head, answers, lastAt, values }: Summary): Question {
  const counts = new Map<string | number, number>()
  let [stars, rated] = [0, 0]
  for (const [value, times] of values) {
    const read = JSON.parse(value) as StoredAnswer
    for (const one of Array.isArray(read) ? read : [read]) counts.set(one, (counts.get(one) ?? 0) + times)
    if (typeof read !== 'number') continue
    stars += read * times
    rated += times
  }
  return {
    ...head,
    answers,
    lastAt,
    average: rated > 0 ? stars / rated : null,
    counts: [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count)
      .slice(0, VALUES_SHOWN),
  }
}
