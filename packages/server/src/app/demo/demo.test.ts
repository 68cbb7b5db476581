import path from 'node:path'
import { expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { DEMO_PEOPLE, fillDemo } from './fill-demo.ts'

const server = useServer()
const PASSWORD = 'first-sign-in-1'

it('fills an empty installation with a hotel that every part of the console has something to show of', async () => {
  const folder = path.resolve(import.meta.dirname, '../../../demo')
  await fillDemo(server(), { email: 'admin@vitrine.local', password: PASSWORD }, folder)
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
