import { createHmac } from 'node:crypto'
import { TRIGGERS_MAX, type TriggerCreate } from '@vitrine/contract/api/screens/triggers'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const MINUTE = 60_000

describe('triggers', () => {
  const server = useServer()

  async function setUp(options: Partial<TriggerCreate> = {}) {
    const admin = await server().organization()
    const shown = await makeStoryboard(admin, { approve: true })
    const group = await makeGroup(admin)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const body = { name: 'Door', deviceGroupId: group.id, storyboardId: shown.id, ...options }
    const made = await admin.api.triggers.create({ body })
    const path = `/trigger/${made.secret}`
    const fire = (sent?: object) => server().as().call('POST', path, sent)
    const override = async () => (await screen.manifest()).device.override
    const calls = async () => (await admin.api.triggers.calls({ params: { id: made.trigger.id } })).calls
    return { admin, shown, group, screen, path, fire, override, calls, ...made }
  }

  it('shows its storyboard on the screens of its group for its minutes, as a manual switch', async () => {
    const { admin, shown, screen, trigger, secret, fire, override } = await setUp({ minutes: 5 })
    expect(trigger).toMatchObject({ minutes: 5, allowsGet: false, isSigned: false, createdBy: 'Ada Admin' })
    expect(trigger.start).toBe(secret.slice(0, 10))
    const until = server().clock.now() + 5 * MINUTE
    expect(await fire()).toMatchObject({ status: 200, body: { screens: 1, until } })
    expect(await override()).toMatchObject({ storyboardId: shown.id, until })
    const { switches } = await admin.api.devices.switches({ query: {} })
    expect(switches).toMatchObject([{ deviceId: screen.deviceId, by: 'trigger Door', end: 'time', until }])
    const { triggers } = await admin.api.triggers.list({ query: {} })
    expect(JSON.stringify(triggers)).not.toContain(secret.slice(10))
  })

  it('tells a connected screen', async () => {
    const { screen, shown, fire } = await setUp()
    await screen.open()
    await fire()
    const { data } = await screen.next(({ name }) => name === 'device')
    expect(data.body).toContain(shown.id)
    screen.hangUp()
  })

  it('shows until every key is cleared', async () => {
    const { fire, override, shown } = await setUp()
    await fire({ action: 'raise', key: 'north' })
    await fire({ action: 'raise', key: 'south' })
    await fire({ action: 'raise', key: 'south' })
    await fire({ action: 'clear', key: 'unknown' })
    await fire({ action: 'clear', key: 'north' })
    expect(await override()).toMatchObject({ storyboardId: shown.id, until: null })
    expect((await fire({ action: 'clear', key: 'south' })).body).toEqual({ screens: 1, until: null })
    expect(await override()).toBeNull()
  })

  it('shows until the last key has ended', async () => {
    const { fire, override } = await setUp({ minutes: 10 })
    await fire({ key: 'a' })
    server().clock.advance(4 * MINUTE)
    const until = server().clock.now() + 10 * MINUTE
    await fire({ key: 'b' })
    await fire({ action: 'clear', key: 'a' })
    expect(await override()).toMatchObject({ until })
  })

  it('acts with the rights of its creator, until someone else adopts it', async () => {
    const { admin, group, shown, screen } = await setUp()
    const maker = await server().user(admin, ['devices'])
    const body = { name: 'Bell', deviceGroupId: group.id, storyboardId: shown.id }
    const { secret, trigger } = await maker.api.triggers.create({ body })
    const fire = (action: 'raise' | 'clear') => server().as().call('POST', `/trigger/${secret}`, { action })
    expect(trigger.isStopped).toBe(false)
    expect((await fire('raise')).status).toBe(200)
    const { profile } = await maker.api.auth.profile()
    const params = { id: profile.id }
    const { firstName, lastName, email, role } = profile
    const user = { firstName, lastName, email, role, permissions: [] }
    await admin.api.users.update({ params, body: user })
    const listed = async () =>
      (await admin.api.triggers.list({ query: {} })).triggers.find(({ id }) => id === trigger.id)
    expect(await listed()).toMatchObject({ isStopped: true })
    expect((await fire('raise')).status).toBe(403)
    expect((await fire('clear')).status).toBe(200)
    expect((await screen.manifest()).device.override).toBeNull()
    const calls = (await admin.api.triggers.calls({ params: { id: trigger.id } })).calls
    expect(calls.map(({ outcome }) => outcome)).toEqual(['done', 'rights', 'done'])
    await admin.api.users.remove({ params })
    expect((await fire('raise')).status).toBe(403)
    await admin.api.triggers.adopt({ params: { id: trigger.id } })
    expect(await listed()).toMatchObject({ isStopped: false, createdBy: 'Ada Admin' })
    expect((await fire('raise')).status).toBe(200)
  })

  it('leaves what people sent to a screen', async () => {
    const { admin, screen, fire, override } = await setUp()
    await fire()
    const other = await makeStoryboard(admin, { approve: true })
    const params = { id: screen.deviceId }
    await admin.api.devices.switchStory({ params, body: { storyboardId: other.id, end: 'manual' } })
    await fire({ action: 'clear' })
    expect(await override()).toMatchObject({ storyboardId: other.id })
  })

  it('works with a link only if it allows links', async () => {
    const closed = await setUp()
    expect((await server().as().call('GET', closed.path)).status).toBe(403)
    expect(await closed.override()).toBeNull()
    const open = await setUp({ allowsGet: true })
    expect((await server().as().call('GET', `${open.path}?key=door`)).status).toBe(200)
    expect(await open.override()).toBeTruthy()
    expect((await server().as().call('GET', `${open.path}?action=clear&key=door`)).status).toBe(200)
    expect(await open.override()).toBeNull()
    expect((await closed.calls()).map(({ action, outcome }) => [action, outcome])).toEqual([['raise', 'get']])
    expect((await open.calls()).map(({ action, key, outcome }) => [action, key, outcome])).toEqual([
      ['clear', 'door', 'done'],
      ['raise', 'door', 'done'],
    ])
  })

  it('accepts only what its key has signed, for five minutes, once', async () => {
    const { path, signingSecret, override, calls } = await setUp({ isSigned: true })
    const key = Buffer.from((signingSecret ?? '').replace('whsec_', ''), 'base64')
    const body = { action: 'raise', key: 'a' }
    const sign = (id: string, at: number, text = JSON.stringify(body), by = key) => ({
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,bm8= v1,${createHmac('sha256', by).update(`${id}.${at}.${text}`).digest('base64')}`,
    })
    const now = Math.floor(server().clock.now() / 1000)
    const send = async (headers: Record<string, string>) =>
      (await server().as().call('POST', path, body, headers)).status
    const { 'webhook-signature': _, ...unsigned } = sign('m', now)
    for (const wrong of [
      {},
      unsigned,
      sign('m', now, '{}'),
      sign('m', now, undefined, Buffer.from('other')),
      sign('m', now - 301),
      sign('m', now + 301),
      { ...sign('m', now), 'webhook-id': 'n' },
    ])
      expect(await send(wrong)).toBe(403)
    expect(await override()).toBeNull()
    expect(await send(sign('m', now - 300))).toBe(200)
    expect(await send(sign('clear', now))).toBe(200)
    const since = (await override())?.since
    server().clock.advance(1000)
    // A repeated message does nothing.
    expect(await send(sign('m', now - 299))).toBe(200)
    expect(await send(sign('clear', now))).toBe(200)
    expect((await override())?.since).toBe(since)
    const outcomes = (await calls()).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['done', 'done', ...Array(7).fill('signature')])
  })

  it('is refused while its storyboard or group is missing, and says so', async () => {
    const { admin, group, fire, calls, screen } = await setUp()
    const draft = await makeStoryboard(admin, { approve: false })
    const { secret } = await admin.api.triggers.create({
      body: { name: 'Draft', deviceGroupId: group.id, storyboardId: draft.id },
    })
    expect((await server().as().call('POST', `/trigger/${secret}`)).status).toBe(409)
    await admin.api.devices.update({
      params: { id: screen.deviceId },
      body: { name: 'Alone', deviceGroupId: null },
    })
    await admin.api.deviceGroups.remove({ params: { id: group.id } })
    expect((await fire()).status).toBe(404)
    expect((await fire({ action: 'clear' })).status).toBe(200)
    expect((await calls()).map(({ outcome }) => outcome)).toEqual(['done', 'gone'])
  })

  it('ends with what it shows when it is deleted', async () => {
    const { admin, trigger, fire, override } = await setUp()
    await fire()
    await admin.api.triggers.remove({ params: { id: trigger.id } })
    expect(await override()).toBeNull()
    expect((await fire()).status).toBe(404)
  })

  it('is called at most 60 times a minute, and guessed no oftener', async () => {
    const { fire } = await setUp()
    const statuses = async (call: () => ReturnType<Caller['call']>) => {
      const all: number[] = []
      for (let n = 0; n < 61; n++) all.push((await call()).status)
      return all
    }
    expect(await statuses(() => fire())).toEqual([...Array(60).fill(200), 429])
    server().clock.advance(MINUTE)
    const guessed = await statuses(() => server().as().call('POST', '/trigger/vtt_wrong'))
    expect(guessed.slice(-2)).toEqual([404, 429])
    expect((await fire()).status).toBe(200)
  })

  it('never writes its address to the log', async () => {
    const { fire, secret } = await setUp()
    await fire()
    expect(JSON.stringify(server().log)).not.toContain(secret)
  })

  it('is made within limits, with one name each', async () => {
    const { admin, group, shown } = await setUp()
    const make = (body: object) =>
      admin.call('POST', '/triggers', { name: 'X', deviceGroupId: group.id, storyboardId: shown.id, ...body })
    const refusedFor = async (body: object) => {
      const answer = await make(body)
      return [answer.status, Object.keys((answer.body as { errors: object }).errors)]
    }
    expect(await refusedFor({ name: 'door' })).toEqual([400, ['name']])
    expect(await refusedFor({ minutes: 0 })).toEqual([400, ['minutes']])
    expect(await refusedFor({ minutes: 10_081 })).toEqual([400, ['minutes']])
    expect(await refusedFor({ allowsGet: true, isSigned: true })).toEqual([400, ['allowsGet']])
    for (let n = 1; n < TRIGGERS_MAX; n++)
      expect((await make({ name: `Door ${n}`, minutes: n === 1 ? 10_080 : 1 })).status).toBe(201)
    expect(await refusedFor({ name: 'One more' })).toEqual([400, ['name']])
  })
})
