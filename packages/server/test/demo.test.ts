import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { whatPlays } from '@vitrine/contract/schedule/schedule'
import { callerOf } from '@vitrine/demo/demo-api'
import { DemoScreen } from '@vitrine/demo/demo-screen'
import { type DemoIdentity, hasDemo, keepDemo, playDemo } from '@vitrine/demo/demo-screens'
import { DEMO_PEOPLE, fillDemo } from '@vitrine/demo/fill-demo'
import { afterAll, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'

const server = useServer()
const PASSWORD = 'first-sign-in-1'
const DATA = mkdtempSync(path.join(tmpdir(), 'vitrine-demo-'))
let identities: readonly DemoIdentity[] = []
afterAll(() => rmSync(DATA, { recursive: true }))

it('fills an empty installation with a hotel that has data for every part of the console', async () => {
  const folder = path.resolve(import.meta.dirname, '../../demo/pictures')
  const screens = await fillDemo(server(), { email: 'admin@vitrine.local', password: PASSWORD }, folder)
  identities = screens
  keepDemo(DATA, screens)
  const { api } = await server().signIn({ email: DEMO_PEOPLE.admin.email, password: PASSWORD })

  const { media } = await api.media.list({ query: { search: '' } })
  expect(media.folders.map(({ name }) => name).sort()).toEqual(['Events', 'Lifts'])
  expect(media.media.filter(({ thumbnailId }) => thumbnailId === null)).toEqual([])
  expect(media.media.find(({ name }) => name === 'River film.mp4')).toMatchObject({
    width: 1920,
    duration: 10,
  })

  const { storyboards } = await api.storyboards.list()
  const states = Object.groupBy(storyboards, ({ status }) => status)
  expect([states.approved?.length, states.pending?.length, states.rejected?.length]).toEqual([7, 2, 1])
  expect((await api.layouts.list()).layoutList).toHaveLength(7)
  expect((await api.cards.list()).cards).toHaveLength(6)

  const { devices } = await api.devices.list()
  expect(devices).toHaveLength(10)
  expect(devices.every(({ deviceGroup, floorId }) => deviceGroup && floorId)).toBe(true)
  expect(new Set(devices.map(({ connection }) => connection))).toEqual(new Set(['never']))
  const { devicesGroups } = await api.deviceGroups.list()
  expect(devicesGroups.find(({ name }) => name === 'Terrace restaurant')?.schedule.slots).toHaveLength(3)
  expect((await api.users.list()).users).toHaveLength(4)
  expect((await api.cases.list()).cases.map(({ status }) => status).sort()).toEqual(['answered', 'open'])
})

it('lets its regular people do what their permissions say and no more', async () => {
  const technician = await server().signIn({ email: DEMO_PEOPLE.technician.email, password: PASSWORD })
  const [waiting] = (await technician.api.storyboards.pending()).storyboards
  await technician.api.storyboards.setStatus({ params: { id: waiting?.id ?? '', status: 'approved' } })
  await expect(
    technician.api.media.createFolder({ body: { name: 'Mine', folderId: null } }),
  ).rejects.toMatchObject({ status: 403 })
})

it('plays its screens: online, with their scheduled content, also after a restart', async () => {
  expect(hasDemo(DATA)).toBe(true)
  const { api } = await server().signIn({ email: DEMO_PEOPLE.admin.email, password: PASSWORD })
  const close = await playDemo(server(), DATA)
  await server().services.reports.flush()
  const { devices } = await api.devices.list()
  expect(new Set(devices.map(({ connection, content }) => `${connection} ${content}`))).toEqual(
    new Set(['online up-to-date']),
  )
  const { devicesGroups } = await api.deviceGroups.list()
  for (const { name, deviceGroupId, playing } of devices) {
    const { schedule } = devicesGroups.find(({ id }) => id === deviceGroupId) ?? {}
    const current = schedule && { ...schedule, activeFrom: 0 }
    const now = server().clock.now()
    const { storyboardId } = whatPlays({ current: current ?? null, next: null, override: null }, now)
    expect([name, playing?.storyboardId]).toEqual([name, storyboardId])
    expect(playing?.pageId).not.toBeNull()
  }
  await close()

  // A restart: the same screens continue.
  server().clock.advance(700_000)
  const again = await playDemo(server(), DATA)
  await again()
  await server().services.reports.flush()
  const later = (await api.devices.list()).devices
  expect(later.every(({ connection }) => connection === 'online')).toBe(true)
})

it('reports every page of its screens as a play, in order', async () => {
  const { api } = await server().signIn({ email: DEMO_PEOPLE.admin.email, password: PASSWORD })
  const { publisher } = server().services
  const device = (await api.devices.list()).devices.find(({ name }) => name === 'Reception')
  const identity = identities.find(({ deviceId }) => deviceId === device?.id)
  if (!identity) throw new Error('The demo has no reception')
  const screen = new DemoScreen({
    api: callerOf(server(), identity.token).api,
    screen: identity.screen,
    manifest: () => publisher.manifest(identity.deviceId),
    now: () => server().clock.now(),
  })
  for (let look = 0; look < 100; look++) {
    await screen.look()
    server().clock.advance(2000)
  }
  const { plays } = await api.plays.list({ query: { deviceId: identity.deviceId } })
  const inOrder = plays.toReversed()
  expect(inOrder.length).toBeGreaterThan(2)
  expect(new Set(inOrder.map(({ pageId }) => pageId)).size).toBeGreaterThan(1)
  expect(inOrder.slice(1).map(({ from }) => from)).toEqual(inOrder.slice(0, -1).map(({ to }) => to))
})

it('stops playing a screen once a real player has replaced it', async () => {
  const { api } = await server().signIn({ email: DEMO_PEOPLE.admin.email, password: PASSWORD })
  const [device] = (await api.devices.list()).devices
  if (!device) throw new Error('The demo has no screens')
  const screen = {
    width: 1920,
    height: 1080,
    userAgent: '',
    playerVersion: '1',
    storage: 'cache',
    touch: false,
  } as const
  const { code } = await callerOf(server()).api.player.startPairing({ body: { screen } })
  await api.devices.replace({ params: { id: device.id }, body: { code } })
  server().clock.advance(700_000)
  const close = await playDemo(server(), DATA)
  await close()
  await server().services.reports.flush()
  const { devices } = await api.devices.list()
  expect(devices.filter(({ connection }) => connection === 'online')).toHaveLength(9)
})
