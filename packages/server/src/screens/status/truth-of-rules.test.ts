import { TRUTHS } from '@vitrine/contract/player/truth'
import { whatPlays } from '@vitrine/contract/schedule/schedule'
import { storyboardSpans } from '@vitrine/contract/schedule/show-dates'
import { describe, expect, it } from 'vitest'
import { forgetEndedSwitches } from '#playback/switches/manual-switches.ts'
import { makeGroup, makeLayout, makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const MINUTE = 60_000
const BAR = { anyTags: ['bar'] }

describe('the truth about screens with rules', () => {
  const server = useServer()

  const time = (at: number) =>
    new Date(at).toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

  /** Two screens of a group, of which one has the tag, ten minutes later: nothing is new. */
  const prepared = async (build: (admin: Caller, daily: string) => Promise<string>) => {
    const first = await server().organization()
    const number = `T-${Math.random()}`
    const body = { number, devicesCount: 9, organizationId: first.organizationId }
    await (await server().signIn()).api.licences.create({ body })
    const daily = await makeStoryboard(first)
    const groupId = await build(first, daily.id)
    const [tagged, other] = [
      await TestScreen.claim(server(), first, { name: 'With tag', deviceGroupId: groupId }),
      await TestScreen.claim(server(), first, { name: 'Without', deviceGroupId: groupId }),
    ]
    await first.api.devices.tagMany({ body: { ids: [tagged.deviceId], add: ['Bar'] } })
    server().clock.advance(10 * MINUTE)
    const admin = await server().signIn({ email: first.email, password: 'password-1' })
    return { admin, daily, tagged, other }
  }

  /** Reports what the player plays by its manifest, or this storyboard. */
  const report = async (screen: TestScreen, shown?: string) => {
    const { raw, group, device } = await screen.manifest()
    const { current, next } = group
    const traits = device.traits ?? { tags: [], places: [] }
    const state = { current, next, override: device.override, traits }
    const items = { ...group.storyboards, ...device.storyboards }
    const now = server().clock.now()
    const plays = whatPlays(state, now, (id) => storyboardSpans(items[id]?.items ?? [], undefined, traits))
    const storyboardId = shown ?? plays.storyboardId
    const reason = plays.reason === 'nothing' ? 'nothing' : plays.reason
    const since = now - 10 * MINUTE
    await screen.report(
      { group: raw.group.hash, device: raw.device.hash },
      { playing: { storyboardId, pageId: storyboardId && 'p', reason, since } },
    )
  }

  /** The reasons of both screens, which lists and counts agree with. */
  const reasons = async (admin: Caller) => {
    const { devices } = await admin.api.devices.list()
    const { states } = await admin.api.devices.states()
    for (const value of TRUTHS) {
      const expected = devices.filter(({ truth }) => truth.value === value)
      const { devices: found } = await admin.api.devices.list({ query: { only: value } })
      expect([value, found.map(({ id }) => id)]).toEqual([value, expected.map(({ id }) => id)])
      expect([value, states[value]]).toEqual([value, expected.length])
    }
    return Object.fromEntries(devices.map(({ name, truth }) => [name, truth.because]))
  }

  /** A storyboard with one page, only for screens with the tag. */
  const ruled = async (admin: Caller) => {
    const layout = await makeLayout(admin)
    const items = [{ layoutId: layout.id, duration: 5, screens: BAR }]
    const { storyboard } = await admin.api.storyboards.create({
      body: { name: `Ruled ${Math.random()}`, type: 'designed', items },
    })
    await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
    return storyboard.id
  }

  const scheduled = async (admin: Caller, defaultStoryboardId: string, slots: object[]) => {
    const group = await makeGroup(admin, defaultStoryboardId)
    const schedule = { timezone: 'Etc/GMT', defaultStoryboardId, slots: slots as never[] }
    await admin.api.deviceGroups.update({ params: { id: group.id }, body: { name: group.name, schedule } })
    return group.id
  }
  const allDay = { from: '12:00 AM', to: '12:00 AM' }

  it('of a page follows the schedule of each', async () => {
    let special = ''
    const { admin, daily, tagged, other } = await prepared(async (first, dailyId) => {
      special = await ruled(first)
      return scheduled(first, dailyId, [{ ...allDay, storyboardId: special }])
    })
    await report(tagged)
    await report(other)
    const { devices } = await admin.api.devices.list()
    const shows = Object.fromEntries(devices.map(({ name, playing }) => [name, playing?.storyboardId]))
    expect(shows).toEqual({ 'With tag': special, Without: daily.id })
    expect(await reasons(admin)).toEqual({ 'With tag': 'scheduled', Without: 'scheduled' })
    await report(tagged, daily.id)
    await report(other, special)
    expect(await reasons(admin)).toEqual({ 'With tag': 'astray', Without: 'astray' })
  })

  it('of a slot follows the schedule of each', async () => {
    let special = ''
    const { admin, daily, tagged, other } = await prepared(async (first, dailyId) => {
      special = (await makeStoryboard(first)).id
      return scheduled(first, dailyId, [{ ...allDay, storyboardId: special, screens: BAR }])
    })
    await report(tagged)
    await report(other)
    const { devices } = await admin.api.devices.list()
    const shows = Object.fromEntries(devices.map(({ name, playing }) => [name, playing?.storyboardId]))
    expect(shows).toEqual({ 'With tag': special, Without: daily.id })
    expect(await reasons(admin)).toEqual({ 'With tag': 'scheduled', Without: 'scheduled' })
    await report(tagged, daily.id)
    await report(other, special)
    expect(await reasons(admin)).toEqual({ 'With tag': 'astray', Without: 'astray' })
  })

  it('of a page that no screen switched to it has is right with its schedule', async () => {
    let special = ''
    const { admin, daily, tagged, other } = await prepared(async (first, dailyId) => {
      special = await ruled(first)
      return (await makeGroup(first, dailyId)).id
    })
    for (const { deviceId } of [tagged, other])
      await admin.api.devices.switchStory({
        params: { id: deviceId },
        body: { storyboardId: special, end: 'manual' },
      })
    server().clock.advance(3 * MINUTE)
    await report(tagged)
    await report(other)
    expect(await reasons(admin)).toEqual({ 'With tag': 'switched', Without: 'scheduled' })
    await report(other, special)
    const { device } = await admin.api.devices.get({ params: { id: other.deviceId } })
    expect(device.truth).toMatchObject({ because: 'astray', should: daily.name })
  })

  it('of a slot ends the manual switches of its screens only', async () => {
    const start = Math.ceil(server().clock.now() / MINUTE) * MINUTE + 15 * MINUTE
    let special = ''
    const { admin, tagged, other } = await prepared(async (first, dailyId) => {
      special = (await makeStoryboard(first)).id
      const slot = { from: time(start), to: time(start + 30 * MINUTE), storyboardId: special, screens: BAR }
      return scheduled(first, dailyId, [slot])
    })
    const sent = await makeStoryboard(admin)
    for (const { deviceId } of [tagged, other])
      await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId: sent.id } })
    server().clock.advance(start + 3 * MINUTE - server().clock.now())
    await report(tagged)
    await report(other)
    const { devices } = await admin.api.devices.list()
    const shows = Object.fromEntries(devices.map(({ name, playing }) => [name, playing?.storyboardId]))
    expect(shows).toEqual({ 'With tag': special, Without: sent.id })
    expect(await reasons(admin)).toEqual({ 'With tag': 'scheduled', Without: 'switched' })
    const { switches } = await admin.api.devices.switches()
    expect(switches.map(({ deviceId }) => deviceId)).toEqual([other.deviceId])
    const { database, clock } = server().services
    expect(await forgetEndedSwitches(database, clock.now())).toEqual([tagged.deviceId])
  })
})
