import { expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { evaluateAlerts } from './evaluate.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const server = useServer()

it('a page that the server cannot photograph is reported until a picture succeeds, not until someone saves it', async () => {
  const admin = await server().organization()
  const { services, clock } = server()
  services.tools.chromium = null
  const rule = { name: 'Team', causes: ['picture' as const], emails: ['team@example.org'] }
  await admin.api.alerts.create({ body: rule })
  const page = { name: 'Board', address: 'https://board.example.org/', picture: {} }
  const { id } = (await admin.api.webMedia.create({ body: page })).media
  const now = clock.now()
  const failed = { problem: 'status' as const, detail: '503', checkedAt: now }
  const steps = [
    { ...failed, failures: 2 },
    { ...failed, failures: 3, failingSince: now },
    { problem: null, detail: '', failures: 0, failingSince: null },
    { takenAt: now, checkedAt: now },
  ]
  const { database } = services
  const titles: string[][] = []
  const sentences: unknown[][] = []
  for (const step of steps) {
    const state = { nextAt: clock.now() + DAY, ...step }
    await database.updateTable('web_photos').set(state).where('id', '=', id).execute()
    for (let minute = 0; minute < 2; minute++) {
      clock.advance(MINUTE)
      await evaluateAlerts(database, services)
    }
    const sent = await database.selectFrom('alert_messages').select('title').orderBy('at').execute()
    titles.push(sent.map(({ title }) => title))
    const problems = await database.selectFrom('alert_problems').select('sentence').execute()
    sentences.push(problems.map(({ sentence }) => sentence))
  }
  const alert = "The server can't photograph Board; screens keep the last picture"
  expect(titles).toEqual([[], [alert], [alert], [alert, 'Board has new pictures again']])
  expect(sentences).toEqual([[], ['The page returns error 503'], ['The page returns error 503'], []])
})
