import { describe, expect, it } from 'vitest'
import { refused, useServer } from '#test/harness.ts'
import { FACTS } from '#test/screen.ts'

const body = { subject: 'Black screen', text: 'The lobby shows nothing.', kind: 'screen' } as const

describe('support cases', () => {
  const server = useServer({ SUPPORT_EMAIL: 'help@signs.test' })

  it('are opened, answered, followed up and closed', async () => {
    const superAdmin = await server().signIn()
    const admin = await server().organization('Museum')
    const { code } = await server()
      .as()
      .api.player.startPairing({ body: { screen: FACTS } })
    const { device } = await admin.api.devices.claim({ body: { code, name: 'Lobby' } })
    const asked = await admin.api.cases.create({
      body: { ...body, deviceId: device.id, facts: 'Console 1.1.0' },
    })
    expect(asked.case).toMatchObject({
      ...body,
      facts: 'Console 1.1.0',
      status: 'open',
      author: 'Ada Admin',
      organization: { name: 'Museum' },
      device: { id: device.id, name: 'Lobby' },
      replyCount: 0,
    })

    const params = { id: asked.case.id }
    server().clock.advance(1000)
    const answered = await superAdmin.api.cases.reply({ params, body: { text: 'Is it plugged in?' } })
    expect(answered.case).toMatchObject({ status: 'answered', replyCount: 1 })
    server().clock.advance(1000)
    const again = await admin.api.cases.reply({ params, body: { text: 'Yes.' } })
    expect(again.case.status).toBe('open')
    const { cases: listed } = await admin.api.cases.list()
    expect(listed[0]).toMatchObject({ replyCount: 2 })
    expect(listed[0]).not.toHaveProperty('replies')
    expect(again.case).not.toHaveProperty('replies')
    const { replies } = (await admin.api.cases.get({ params })).case
    expect(replies.map(({ text, isSupport }) => [text, isSupport])).toEqual([
      ['Is it plugged in?', true],
      ['Yes.', false],
    ])
    expect((await admin.api.cases.setStatus({ params, body: { status: 'closed' } })).case.status).toBe(
      'closed',
    )
    expect((await superAdmin.api.cases.get({ params })).case).toMatchObject({ status: 'closed' })

    await admin.api.devices.remove({ params: { id: device.id } })
    expect((await admin.api.cases.get({ params })).case.device).toBeNull()
  })

  it('are emailed to the support address, and answers to their author', async () => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const { id } = (await admin.api.cases.create({ body: { ...body, subject: 'Mail me' } })).case
    await superAdmin.api.cases.reply({ params: { id }, body: { text: 'Here you are.' } })
    const { messages } = await superAdmin.api.outbox.list()
    const about = (recipient: string) => messages.find((message) => message.recipient === recipient)
    expect(about('help@signs.test')).toMatchObject({ subject: 'Case: Mail me' })
    expect(about('help@signs.test')?.text).toContain(admin.email)
    expect(about(admin.email)).toMatchObject({ subject: 'Re: Mail me' })
    expect(about(admin.email)?.text).toContain('Here you are.')
  })

  it('are seen by who asked and the organization’s admins, last changed first', async () => {
    const admin = await server().organization()
    const user = await server().user(admin)
    const colleague = await server().user(admin)
    const stranger = await server().organization()
    const first = (await user.api.cases.create({ body: { ...body, subject: 'First' } })).case
    server().clock.advance(1000)
    await admin.api.cases.create({ body: { ...body, subject: 'Second' } })
    const subjects = async (caller: typeof user) =>
      (await caller.api.cases.list()).cases.map(({ subject }) => subject)
    expect(await subjects(admin)).toEqual(['Second', 'First'])
    expect(await subjects(user)).toEqual(['First'])
    expect(await subjects(colleague)).toEqual([])
    expect(await subjects(stranger)).toEqual([])
    const params = { id: first.id }
    for (const caller of [colleague, stranger]) {
      expect((await refused(caller.api.cases.get({ params }))).errKey).toBe('NOT_FOUND')
      const reply = caller.api.cases.reply({ params, body: { text: 'Mine' } })
      expect((await refused(reply)).errKey).toBe('NOT_FOUND')
    }
    server().clock.advance(1000)
    await user.api.cases.reply({ params, body: { text: 'Still black' } })
    expect(await subjects(admin)).toEqual(['First', 'Second'])
  })

  it('refuse an empty text and a foreign screen', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const { code } = await server()
      .as()
      .api.player.startPairing({ body: { screen: FACTS } })
    const { device } = await stranger.api.devices.claim({ body: { code, name: 'Theirs' } })
    const empty = await refused(admin.api.cases.create({ body: {} as never }))
    expect(empty.body.errors).toEqual({
      subject: 'Subject is required',
      text: 'Text is required',
      kind: 'Kind is required',
    })
    const foreign = await refused(admin.api.cases.create({ body: { ...body, deviceId: device.id } }))
    expect(foreign.body.errors).toHaveProperty('deviceId')
    expect((await admin.api.cases.list()).cases).toEqual([])
  })

  it('stay when the account is deleted, and are deleted with the organization', async () => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const user = await server().user(admin)
    const { id } = (await user.api.cases.create({ body })).case
    const { profile } = await user.api.auth.profile()
    await admin.api.users.remove({ params: { id: profile.id } })
    expect((await admin.api.cases.get({ params: { id } })).case.author).toBe('Uma User')
    await superAdmin.api.organizations.remove({ params: { id: admin.organizationId } })
    expect((await refused(superAdmin.api.cases.get({ params: { id } }))).errKey).toBe('NOT_FOUND')
  })
})
