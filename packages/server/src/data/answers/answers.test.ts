import { ANSWERS_AT_ONCE } from '@vitrine/contract/player/report-limits'
import { describe, expect, it } from 'vitest'
import { reportedAnswer } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const HOUR = 3_600_000

describe('answers', () => {
  const server = useServer()

  const setUp = async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin, { name: 'Desk' })
    const report = (...answers: ReturnType<typeof reportedAnswer>[]) =>
      screen.api.screenAnswers.report({ body: { answers } })
    return { admin, screen, report }
  }

  it('stores an answer once, however often a screen sends it', async () => {
    const { admin, screen, report } = await setUp()
    const answer = reportedAnswer()
    expect(await report(answer, answer)).toEqual({ accepted: 2, refused: 0 })
    expect(await report({ ...answer, value: 1 })).toEqual({ accepted: 1, refused: 0 })
    const { answers, total } = await admin.api.answers.list()
    expect(total).toBe(1)
    expect(answers).toEqual([
      {
        ...answer,
        id: `${screen.deviceId}.${answer.id}`,
        deviceId: screen.deviceId,
        deviceName: 'Desk',
        organizationId: admin.organizationId,
      },
    ])
  })

  it('accepts answers kept while the screen was offline, and refuses impossible times', async () => {
    const { admin, report } = await setUp()
    const now = server().clock.now()
    const kept = reportedAnswer({ at: now - 30 * 24 * HOUR })
    const [ancient, ahead] = [now - 90 * 24 * HOUR, now + HOUR].map((at) => reportedAnswer({ at }))
    if (!ancient || !ahead) throw new Error('unreachable')
    expect(await report(kept, ancient, ahead)).toEqual({ accepted: 1, refused: 2 })
    expect((await admin.api.answers.list()).answers.map(({ at }) => at)).toEqual([kept.at])
    const many = Array.from({ length: ANSWERS_AT_ONCE + 1 }, () => reportedAnswer())
    expect((await refused(report(...many))).status).toBe(400)
  })

  it('counts stars, choices, ticks and texts by question', async () => {
    const { admin, report } = await setUp()
    const ticks = { widgetId: 'w2', type: 'checkbox', question: 'What did you see?' }
    const text = { widgetId: 'w3', type: 'comment', question: 'Anything else?' }
    await report(
      reportedAnswer({ value: 5 }),
      reportedAnswer({ value: 2 }),
      reportedAnswer({ value: 5 }),
      reportedAnswer({ ...ticks, value: ['art', 'café'] }),
      reportedAnswer({ ...ticks, value: ['art'] }),
      reportedAnswer({ ...text, value: 'More chairs' }),
    )
    const { questions } = await admin.api.answers.questions()
    const find = (widgetId: string) => questions.find((one) => one.widgetId === widgetId)
    expect(find('w1')).toMatchObject({
      answers: 3,
      average: 4,
      counts: [
        { value: 5, count: 2 },
        { value: 2, count: 1 },
      ],
    })
    expect(find('w2')).toMatchObject({
      answers: 2,
      average: null,
      counts: [
        { value: 'art', count: 2 },
        { value: 'café', count: 1 },
      ],
    })
    expect(find('w3')).toMatchObject({ answers: 1, counts: [], question: 'Anything else?' })
    expect((await admin.api.answers.questions({ query: { widgetId: 'w2' } })).questions).toHaveLength(1)
  })

  it('exports them as a file that spreadsheets read without computing formulas', async () => {
    const { admin, report } = await setUp()
    const answeredAt = server().clock.now()
    await report(reportedAnswer({ type: 'comment', value: '=1+1, "quoted"' }))
    const response = await admin.call('GET', '/answers/export')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, line] = String(response.body).split('\r\n')
    expect(head).toMatch(/^\ufeff?Time \(UTC\),Page,Question,Kind,Answer,Screen/)
    expect(line).toContain(
      `${new Date(answeredAt).toISOString()},Kiosk,How was it?,comment,"'=1+1, ""quoted""",Desk`,
    )
  })

  it('lets an improper comment be deleted, by its own organization only', async () => {
    const { admin, report } = await setUp()
    const other = await server().organization()
    await report(reportedAnswer())
    const [answer] = (await admin.api.answers.list()).answers
    const params = { id: answer?.id ?? '' }
    expect((await other.api.answers.list()).answers).toEqual([])
    expect((await refused(other.api.answers.remove({ params }))).status).toBe(404)
    await admin.api.answers.remove({ params })
    expect((await admin.api.answers.list()).total).toBe(0)
  })
})
