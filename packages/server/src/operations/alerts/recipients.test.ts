import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, TestServer } from '#test/harness.ts'
import { MailServer } from '#test/mail-server.ts'

const NAME = 'Your account is locked: https://evil.example'
const STRANGER = 'stranger@alerts.test'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = new MailServer()
  server = await TestServer.start({ SMTP_URL: await mail.start() })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

/** The test messages of an alert, by recipient. */
async function tested(caller: Caller, emails: string[]): Promise<Map<string, string>> {
  const { alert } = await caller.api.alerts.create({ body: { name: NAME, causes: ['approval'], emails } })
  await caller.api.alerts.test({ params: { id: alert.id } })
  await server.services.outbox.wake()
  return new Map(mail.mails.splice(0).map(({ to, text }) => [to[0] ?? '', text]))
}

it('tells an address nothing that an organization wrote, unless a person of it has verified the address', async () => {
  const admin = await server.organization()
  const { profile } = await (await server.user(admin)).api.auth.profile()
  const before = await tested(admin, [STRANGER, profile.email])
  for (const text of [before.get(STRANGER), before.get(profile.email)]) {
    expect(text).toContain('Subject: Test alert')
    expect(text).not.toMatch(/locked|evil/)
  }
  const users = server.services.database.updateTable('users').set({ emailVerified: 1 })
  await users.where('id', '=', profile.id).execute()
  const after = await tested(admin, [STRANGER, profile.email])
  expect(after.get(STRANGER)).not.toMatch(/locked|evil/)
  expect(after.get(profile.email)).toContain(NAME)
  // Of another organization.
  expect((await tested(await server.organization(), [profile.email])).get(profile.email)).not.toMatch(/evil/)
  expect((await tested(await server.signIn(), [STRANGER])).get(STRANGER)).toContain(NAME)
})

it('tells a number nothing that an organization wrote, unless a person of it has verified the number', async () => {
  const admin = await server.organization()
  const { profile } = await (await server.user(admin)).api.auth.profile()
  const [stranger, mobile] = ['+12125550100', '+12125550101']
  const { database } = server.services
  const texts = async (caller: Caller) => {
    const body = { name: NAME, causes: ['approval' as const], mobiles: [stranger, mobile] }
    const { alert } = await caller.api.alerts.create({ body })
    await caller.api.alerts.test({ params: { id: alert.id } })
    const rows = await database
      .selectFrom('outbox')
      .select(['recipient', 'text', 'subject'])
      .where('channel', '=', 'sms')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    return new Map(rows.map(({ recipient, ...row }) => [recipient, JSON.stringify(row)]))
  }
  const before = await texts(admin)
  for (const number of [stranger, mobile]) {
    expect(before.get(number)).toContain('Test alert')
    expect(before.get(number)).not.toMatch(/locked|evil/)
  }
  const users = database.updateTable('users').set({ mobile, mobileVerified: 1 })
  await users.where('id', '=', profile.id).execute()
  const after = await texts(admin)
  expect(after.get(stranger)).not.toMatch(/locked|evil/)
  expect(after.get(mobile)).toContain(NAME)
  // Of another organization.
  expect((await texts(await server.organization())).get(mobile)).not.toMatch(/evil/)
})
