import { z } from 'zod'
import { Id, Instant, ListQuery, RequestedInstant } from '#api/entity.ts'
import { plainText } from '#plain-text.ts'
import { CALLS } from '#player/calls.ts'
import { ANSWERS_AT_ONCE } from '#player/report-limits.ts'
import { route } from '#route.ts'

/**
 * Answers that people give on screens: ratings, choices, comments. A screen keeps an answer and resends it until the
 * server acknowledges it; duplicates become one row. The question's text is stored with the answer because pages
 * change.
 */

/** A text, a number of stars, or the values ticked. */
export const StoredAnswer = z.union([
  z.string().min(1).max(2000),
  z.int().min(1).max(5),
  z.array(z.string().min(1).max(200)).min(1).max(50),
])
export type StoredAnswer = z.infer<typeof StoredAnswer>

/** Milliseconds since 1970 UTC. `id` is the screen's own, new for every answer. */
export const ReportedAnswer = z.object({
  id: z.string().regex(/^[0-9a-zA-Z-]{8,40}$/),
  at: Instant,
  pageId: Id,
  pageName: z.string().overwrite(plainText).max(200),
  widgetId: Id,
  /** The widget's type. */
  type: z.string().max(64),
  question: z.string().overwrite(plainText).max(500),
  value: StoredAnswer,
})
export type ReportedAnswer = z.infer<typeof ReportedAnswer>

export const Answer = ReportedAnswer.extend({
  id: z.string(),
  deviceId: Id,
  /** The screen's name when it was answered. */
  deviceName: z.string(),
  organizationId: Id,
})
export type Answer = z.infer<typeof Answer>

/** `from` inclusive, `to` exclusive, in milliseconds. */
const filters = {
  from: RequestedInstant.optional(),
  to: RequestedInstant.optional(),
  pageId: Id.optional(),
  widgetId: Id.optional(),
  deviceId: Id.optional(),
}
export const AnswerQuery = ListQuery.omit({ search: true, sort: true }).extend(filters)
export type AnswerQuery = z.infer<typeof AnswerQuery>

/**
 * A question and how it was answered; `counts` is empty for texts, counts each tick of a checkbox, and has the 60 most
 * frequent values.
 */
export const Question = z.object({
  pageId: Id,
  pageName: z.string(),
  widgetId: Id,
  type: z.string(),
  question: z.string(),
  answers: z.int(),
  lastAt: z.number(),
  /** Of stars. */
  average: z.number().nullable(),
  counts: z.array(z.object({ value: z.union([z.string(), z.number()]), count: z.int() })),
})
export type Question = z.infer<typeof Question>

export const answers = {
  /** The newest first; a page of 50 when none is asked for. */
  list: route({
    method: 'GET',
    path: '/answers',
    summary: 'List answers given on screens',
    who: { read: 'layouts' },
    query: AnswerQuery,
    response: z.object({ answers: z.array(Answer), total: z.int() }),
  }),
  /** The last answered first; a page of 100 when none is asked for. Counts the newest 500,000 answers of the period. */
  questions: route({
    method: 'GET',
    path: '/answers/questions',
    summary: 'List answered questions with counts per answer',
    who: { read: 'layouts' },
    query: AnswerQuery,
    response: z.object({ questions: z.array(Question), total: z.int() }),
    budget: 'summaries',
  }),
  /** The first line names the columns; times are ISO 8601 in UTC. */
  export: route({
    method: 'GET',
    path: '/answers/export',
    summary: 'Export as CSV',
    who: { read: 'layouts' },
    query: AnswerQuery,
    response: 'file',
    budget: 'exports',
  }),
  remove: route({
    method: 'DELETE',
    path: '/answers/:id',
    summary: 'Delete an answer, such as an inappropriate comment',
    who: { write: 'layouts' },
    params: z.object({ id: z.string().max(120) }),
    response: z.object({ id: z.string() }),
  }),
}

/** What screens call. */
export const screenAnswers = {
  report: route({
    ...CALLS.screenAnswers.report,
    summary: 'Submit answers given on a screen; the screen retries until they are accepted',
    who: 'device',
    body: z.object({ answers: z.array(ReportedAnswer).max(ANSWERS_AT_ONCE) }),
    bodyLimit: 1280 * 1024,
    /** Refused answers (impossible times) must not be resent. */
    response: z.object({ accepted: z.int(), refused: z.int() }),
    errors: ['TOO_MANY_REQUESTS'],
  }),
}
