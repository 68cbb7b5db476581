import { describe, expect, it } from 'vitest'
import type { AnswersTable } from '#db/tables/answers.ts'
import { reportedAnswer } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const DAY = 24 * 3_600_000

describe('very many answers', () => {
  const server = useServer()

  /** Stores answers as if screens had reported them long ago. */
  async function store(
    admin: { organizationId: string },
    count: number,
    make: (n: number) => Partial<AnswersTable>,
  ): Promise<void> {
    const { database, clock } = server().services
    const now = clock.now()
    const rows = Array.from({ length: count }, (_, n) => ({
      id: `${admin.organizationId}.${n}`,
      organizationId: admin.organizationId,
      deviceId: 'd1',
      deviceName: 'Desk',
      pageId: 'p1',
      pageName: 'Kiosk',
      widgetId: 'w1',
      type: 'rating',
      question: 'How was it?',
      value: '4',
      // Many at the same instant, across the edges of slices.
      answeredAt: now - Math.floor(n / 700) * 1000,
      ...make(n),
    }))
    for (let at = 0; at < rows.length; at += 1000)
      await database
        .insertInto('answers')
        .values(rows.slice(at, at + 1000))
        .execute()
  }

  /** The longest processor time in milliseconds that the thread spent without yielding. */
  async function longestPause(work: Promise<unknown>): Promise<number> {
    // Of this thread only, so that a busy machine changes nothing.
    const used = () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1000
    }
    let [longest, last, running] = [0, used(), true]
    const beat = () => {
      longest = Math.max(longest, used() - last)
      last = used()
      if (running) setImmediate(beat)
    }
    beat()
    await work.finally(() => {
      running = false
    })
    return longest
  }

  it('are counted exactly, across all slices', async () => {
    const admin = await server().organization()
    await store(admin, 4321, (n) => ({ value: String((n % 5) + 1) }))
    const { questions, total } = await admin.api.answers.questions()
    expect(total).toBe(1)
    expect(questions).toMatchObject([{ answers: 4321, lastAt: server().clock.now() }])
    const counts = Object.fromEntries(questions[0]?.counts.map(({ value, count }) => [value, count]) ?? [])
    expect(counts).toEqual({ 1: 865, 2: 864, 3: 864, 4: 864, 5: 864 })
    const from = server().clock.now() - 1000
    const newest = await admin.api.answers.questions({ query: { from } })
    expect(newest.questions[0]?.answers).toBe(1400)
  })

  it('of as many questions do not block the server, and are paged', async () => {
    const admin = await server().organization()
    await store(admin, 36_000, (n) => ({
      widgetId: `w${n}`,
      value: JSON.stringify(`choice ${n}`),
      type: 'radio',
    }))
    const asked = admin.api.answers.questions()
    // With one query and one loop it took 5 s; a slice takes a few milliseconds.
    expect(await longestPause(asked)).toBeLessThan(400)
    const { questions, total } = await asked
    expect([questions.length, total]).toEqual([100, 36_000])
    const second = await admin.api.answers.questions({ query: { page: 2, pageSize: 50 } })
    expect(second.questions.map(({ widgetId }) => widgetId)).toEqual(
      questions.slice(50, 100).map(({ widgetId }) => widgetId),
    )
  })

  it('of one question list the most frequent values only', async () => {
    const admin = await server().organization()
    await store(admin, 3000, (n) => ({ type: 'radio', value: JSON.stringify(`choice ${n % 200}`) }))
    const [question] = (await admin.api.answers.questions()).questions
    expect([question?.answers, question?.counts.length]).toEqual([3000, 60])
  })

  it('are deleted after ANSWERS_KEEP_DAYS', async () => {
    const admin = await server().organization()
    const now = server().clock.now()
    await store(admin, 2500, (n) => ({ answeredAt: n < 2400 ? now - 401 * DAY : now }))
    server().clock.advance(DAY)
    await server().services.jobs.look()
    await expect.poll(async () => (await (await signedIn(admin)).api.answers.list()).total).toBe(100)
  })

  const signedIn = (admin: Caller & { email: string }) =>
    server().signIn({ email: admin.email, password: 'password-1' })

  const days = (organizationId: string) =>
    server()
      .services.database.selectFrom('answer_days')
      .select(['id', 'items'])
      .where('organizationId', '=', organizationId)
      .orderBy('id')
      .execute()

  it('count towards the daily limit of screen and organization in the database, refusals excluded', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const { database } = server().services
    const report = (count: number) =>
      screen.api.screenAnswers.report({
        body: { answers: Array.from({ length: count }, () => reportedAnswer()) },
      })
    const spend = (id: string, items: number) =>
      database.updateTable('answer_days').set({ items }).where('id', '=', id).execute()
    await Promise.all([report(2), report(3)])
    const rows = await days(admin.organizationId)
    expect(rows).toHaveLength(2)
    expect(rows.map(({ items }) => items)).toEqual([5, 5])
    // Counts left by another process, or by this one before a restart.
    await spend(screen.deviceId, 19_999)
    await report(1)
    expect((await refused(report(1))).status).toBe(429)
    await spend(screen.deviceId, 10)
    await spend(admin.organizationId, 499_999)
    expect((await refused(report(2))).status).toBe(429)
    expect((await refused(report(2))).status).toBe(429)
    await report(1)
    expect((await days(admin.organizationId)).map(({ items }) => Number(items)).sort()).toEqual([11, 500_000])
  })

  it('of one screen are refused at the daily limit, also in bytes, and accepted again the next day', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const long = (n: number) =>
      reportedAnswer({
        type: 'comment',
        value: 'x'.repeat(2000),
        at: server().clock.now(),
        question: `Q${n}`,
      })
    const report = () =>
      screen.api.screenAnswers.report({ body: { answers: Array.from({ length: 100 }, (_, n) => long(n)) } })
    let calls = 0
    let refusal: Awaited<ReturnType<typeof refused>> | undefined
    while (!refusal && calls < 100) {
      calls++
      // Avoids the limit per minute.
      if (calls % 50 === 0) server().clock.advance(61_000)
      await report().catch((error) => {
        refusal = error
      })
    }
    expect(refusal?.status).toBe(429)
    // 100 answers of 2.2 kB: 10 MB are reached after 45 calls.
    expect(calls).toBeGreaterThan(40)
    expect(calls).toBeLessThan(50)
    const other = await TestScreen.claim(server(), admin, { name: 'Other' }).catch(() => undefined)
    if (other) await other.api.screenAnswers.report({ body: { answers: [reportedAnswer()] } })
    server().clock.advance(DAY)
    expect(await report()).toMatchObject({ accepted: 100 })
    server().clock.advance(DAY)
    await server().services.jobs.look()
    await expect.poll(() => days(admin.organizationId)).toEqual([])
  })
})
