import { Readable } from 'node:stream'
import { type Answer, answers, screenAnswers } from '@vitrine/contract/api/data/answers'
import { feature } from '#base/handler.ts'
import { isoTime } from '#lib/clock.ts'
import { type CsvColumns, csvHead, csvLines } from '#lib/csv.ts'
import { spendDailyQuota } from './daily-quota.ts'
import { answersAfter, listAnswers, removeAnswer, saveAnswers } from './queries.ts'
import { questionsOf } from './questions.ts'

/** Rows per read: a few milliseconds of formatting. */
const AT_ONCE = 400

const COLUMNS: CsvColumns<Answer> = [
  ['Time (UTC)', ({ at }) => isoTime(at)],
  ['Page', ({ pageName }) => pageName],
  ['Question', ({ question }) => question],
  ['Kind', ({ type }) => type],
  ['Answer', ({ value }) => (Array.isArray(value) ? value.join('; ') : value)],
  ['Screen', ({ deviceName }) => deviceName],
  ['Page id', ({ pageId }) => pageId],
  ['Widget id', ({ widgetId }) => widgetId],
  ['Screen id', ({ deviceId }) => deviceId],
  ['Answer id', ({ id }) => id],
]

export const answersFeature = feature(answers, {
  list: ({ reader, query }) => listAnswers(reader, query),
  questions: ({ reader, query }) => questionsOf(reader, query),
  export: async ({ reader, query, reply }) => {
    async function* lines() {
      yield csvHead(COLUMNS)
      let last: Answer | undefined
      for (;;) {
        const found = await answersAfter(reader, query, last, AT_ONCE)
        if (found.length) yield csvLines(COLUMNS, found)
        if (found.length < AT_ONCE) return
        last = found.at(-1)
      }
    }
    await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="answers.csv"')
      .send(Readable.from(lines()))
  },
  remove: async ({ db, params }) => {
    await removeAnswer(db, params.id)
    return { id: params.id }
  },
})

export const screenAnswersFeature = feature(screenAnswers, {
  report: async ({ db, device, body, clock }) => {
    const now = clock.now()
    const amount = { items: body.answers.length, bytes: Buffer.byteLength(JSON.stringify(body.answers)) }
    await spendDailyQuota(db, device, amount, now)
    return saveAnswers(db, device, body.answers, now)
  },
})
