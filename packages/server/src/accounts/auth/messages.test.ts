import { describe, expect, it, test } from 'vitest'
import { existingAccountMail, plainName, resetMail, verificationMail } from '#accounts/credentials/mails.ts'
import { callFrom } from '#test/addresses.ts'
import { useServer } from '#test/harness.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  ['Ada', 'Ada'],
  ['Jean-Luc O’Brien', 'Jean-Luc O’Brien'],
  ['J. R. R.', 'J. R. R.'],
  ['أمينة', 'أمينة'],
  ['Zoë 李', 'Zoë 李'],
  ['Win https://evil.test/now', 'Win https evil test now'],
  ['www.evil.test', 'www evil test'],
  ['evil。test ｅｖｉｌ．ｔｅｓｔ evil․test', 'evil test evil test evil test'],
  ['a@evil.test', 'a evil test'],
  ['call +20 100 555 1234', 'call'],
  ['<a href="//x">y</a>', 'a href x y a'],
  ['e\u200bvil\u202e.te\u2060st', 'evil test'],
  ['x'.repeat(100), 'x'.repeat(40)],
  ['://', ''],
])('a name like %j is shown in mails as %j', (name, shown) => expect(plainName(name)).toBe(shown))

test('no email has a link other than our own, whatever the name', () => {
  const names = [
    'http://evil.test',
    'evil.test',
    'a@evil.test',
    'evil.test/x?y=1 ',
    '[x](//evil.test)',
    'EVIL．TEST',
  ]
  for (const name of names)
    for (const mail of [
      verificationMail('https://signs.test', name, 'code'),
      resetMail('https://signs.test', name, 'code'),
      existingAccountMail('https://signs.test', name),
    ])
      for (const link of mail.text.match(/\S+[.:/@]\S+/g) ?? [])
        expect(link).toMatch(/^https:\/\/signs\.test\/#\/auth\//)
})

describe('messages to an account', () => {
  const server = useServer()
  const askFrom = (address: string, path: string, email: string) =>
    callFrom(server(), address, 'POST', path, { email })
  const texts = async (recipient: string) => {
    const { messages } = await (await server().signIn()).api.outbox.list()
    return messages.filter((each) => each.recipient === recipient)
  }

  it.each(['/auth/password/reset', '/auth/email/send'])(
    '%s: strangers from many addresses use up their share, and the owner still gets theirs',
    async (path) => {
      server().clock.advance(HOUR)
      // Logs in from 127.0.0.1, which the account knows from then on.
      const { email } = await server().organization()
      const fromOne = []
      for (let n = 0; n < 8; n++) fromOne.push((await askFrom('127.0.3.1', path, email)).status)
      expect(fromOne).toEqual([...Array(5).fill(200), ...Array(3).fill(429)])
      const fromMany = []
      for (let n = 0; n < 20; n++) fromMany.push((await askFrom(`127.0.4.${n + 1}`, path, email)).status)
      expect(fromMany.filter((status) => status === 200)).toHaveLength(15)
      const before = (await texts(email)).length
      expect((await askFrom('127.0.0.1', path, email)).status).toBe(200)
      if (path.includes('reset')) expect(await texts(email)).toHaveLength(before + 1)
      // An account that doesn't exist is counted in the same way.
      const unknown = []
      for (let n = 0; n < 8; n++) unknown.push((await askFrom('127.0.3.2', path, 'nobody@org.test')).status)
      expect(unknown).toEqual(fromOne)
    },
  )

  it.each([
    ['a reset link', HOUR, '/auth/password/reset'],
    ['a verification link', 24 * HOUR, '/auth/email/send'],
    ['a mobile code', 10 * MINUTE, '/auth/mobile/send-code'],
  ])('%s leaves the outbox when it expires', async (_, lifetime, path) => {
    server().clock.advance(HOUR)
    const admin = await server().organization()
    const mobile = '+201005559876'
    await admin.call('POST', path, path.includes('mobile') ? { mobile } : { email: admin.email })
    await server().services.outbox.wake()
    const recipient = path.includes('mobile') ? mobile : admin.email
    expect((await texts(recipient))[0]?.text).toMatch(/code=|\d{6}/)
    server().clock.advance(lifetime + 1000)
    expect((await texts(recipient))[0]?.text).toBe('')
    await server().services.outbox.wake()
    const rows = await server()
      .services.database.selectFrom('outbox')
      .select('text')
      .where('recipient', '=', recipient)
      .execute()
    expect(rows.map(({ text }) => text)).toEqual([''])
  })
})
