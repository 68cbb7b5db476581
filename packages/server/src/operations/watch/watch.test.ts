import { PUBLISHED, WATCH_EVENTS, type WatchEvent } from '@vitrine/contract/api/operations/watch'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { eventParser } from '@vitrine/contract/server-events'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard, page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'

const server = useServer()

/** An open console and its received events. */
async function openConsole(caller: Caller) {
  const cancel = new AbortController()
  const response = await fetch(`${server().origins.console}/api/watch`, {
    headers: { authorization: `Bearer ${caller.token}` },
    signal: cancel.signal,
  })
  const told: { name: string; data: { topics?: string[]; devices?: Device[]; edited?: string[] } }[] = []
  const state = { ended: false }
  const parse = eventParser(({ name, data }) => told.push({ name, data: JSON.parse(data) }))
  void (async () => {
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) parse(decoder.decode(piece, { stream: true }))
    state.ended = true
  })().catch(() => {})
  const heard = (fits: (event: (typeof told)[number]) => boolean) =>
    expect.poll(() => told.some(fits)).toBe(true)
  await heard(({ name }) => name === 'hello')
  return { told, state, heard, close: () => cancel.abort(), status: response.status }
}

describe('an open console', () => {
  it('AUTHZ-11: receives edits of its organization by kind, and of no other one', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const [own, other, above] = [
      await openConsole(admin),
      await openConsole(stranger),
      await openConsole(await server().signIn()),
    ]
    const { id } = await makeStoryboard(admin, { approve: false })
    await own.heard(({ data }) => data.topics?.includes('storyboards') ?? false)
    await above.heard(({ data }) => data.topics?.includes('storyboards') ?? false)
    await admin.api.storyboards.setStatus({ params: { id, status: 'approved' } })
    await own.heard(
      ({ data }) => (data.topics?.includes('storyboards') && data.topics.includes(PUBLISHED)) ?? false,
    )
    expect(other.told.filter(({ name }) => name !== 'hello')).toEqual([])
    for (const each of [own, other, above]) each.close()
  })

  it('receives the rows of edited screens instead of a reason to load the list again, unless it got longer or shorter', async () => {
    const admin = await server().organization()
    const [one, two] = await claimScreens(server(), admin, ['One', 'Two'])
    if (!one || !two) throw new Error('Too few screens')
    const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Hall' } })
    await new Promise((resolve) => setTimeout(resolve, 600))
    const console = await openConsole(admin)
    const heard = (name: string) =>
      console.told.filter((event) => event.name === name).map(({ data }) => data)
    const params = { id: one.deviceId }
    const body = { name: 'Renamed' }
    await admin.api.devices.update({ params, body })
    await expect
      .poll(() => heard('devices').at(-1))
      .toMatchObject({
        devices: [{ id: one.deviceId, name: 'Renamed' }],
        edited: [one.deviceId],
      })
    const ids = [one.deviceId, two.deviceId]
    await admin.api.devices.updateMany({ body: { ids, deviceGroupId: deviceGroup.id } })
    await expect.poll(() => heard('devices').at(-1)?.edited?.toSorted()).toEqual(ids.toSorted())
    expect(heard('edited')).toEqual([])

    await admin.api.devices.remove({ params })
    await console.heard(({ data }) => data.topics?.includes('devices') ?? false)
    console.close()
  })

  it('that content of screens was edited loads no list of screens again', async () => {
    const admin = await server().organization()
    const storyboard = await makeStoryboard(admin)
    await makeGroup(admin, storyboard.id)
    const [layout] = (await admin.api.layouts.list()).layoutList
    if (!layout) throw new Error('No layout')
    await new Promise((resolve) => setTimeout(resolve, 600))
    const console = await openConsole(admin)
    const { id } = layout
    await admin.api.layouts.update({ params: { id }, body: { ...page('Other'), name: 'Other' } })
    await console.heard(({ data }) => data.topics?.includes('layouts') ?? false)
    expect(console.told.at(-1)?.data.topics).toEqual(['layouts', PUBLISHED])
    console.close()
  })

  it("receives a screen's report if it differs from the last, and that it fell silent", async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin, { name: 'Foyer' })
    const console = await openConsole(admin)
    const { raw } = await screen.manifest()
    const hashes = { group: raw.group.hash, device: raw.device.hash }
    const states = () => console.told.flatMap(({ data }) => data.devices ?? []).map(({ content }) => content)
    await screen.report({ group: '', device: '' })
    await expect.poll(states).toEqual(['updating'])
    await screen.report(hashes)
    await expect.poll(states).toEqual(['updating', 'up-to-date'])
    for (const { name, data } of console.told)
      expect(WATCH_EVENTS[name as WatchEvent].parse(data)).toEqual(data)
    await screen.report(hashes)
    await screen.report(hashes)
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect(states()).toHaveLength(2)
    console.close()
  })

  it('is disconnected when its session ends or permissions change, and is refused without a session or as a kiosk', async () => {
    const admin = await server().organization()
    const user = await server().user(admin)
    // The event about the new user has been sent by then.
    await new Promise((resolve) => setTimeout(resolve, 600))
    const theirs = await openConsole(user)
    const { users } = await admin.api.users.list()
    const uma = users.find(({ role }) => role === '2')
    await admin.api.users.remove({ params: { id: uma?.id ?? '' } })
    await expect.poll(() => theirs.state.ended).toBe(true)
    expect((await server().as().call('GET', '/watch')).status).toBe(401)
    expect((await server().as(user.token).call('GET', '/watch')).status).toBe(401)
  })

  it('notifies a person whose permissions change to reload the profile, then ends the stream', async () => {
    const admin = await server().organization()
    const user = await server().user(admin)
    await new Promise((resolve) => setTimeout(resolve, 600))
    const theirs = await openConsole(user)
    const { users } = await admin.api.users.list()
    const uma = users.find(({ role }) => role === '2')
    if (!uma) throw new Error('The user is missing')
    const { id, email, firstName, lastName, role } = uma
    await admin.api.users.update({
      params: { id },
      body: { email, firstName, lastName, role, permissions: ['buildings'] },
    })
    await expect.poll(() => theirs.state.ended).toBe(true)
    expect(theirs.told.at(-1)).toMatchObject({ name: 'edited', data: { topics: ['users'] } })
  })
})
