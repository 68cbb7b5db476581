import { describe, expect, it } from 'vitest'
import { makeGroup } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const hours = { on: '07:00 AM', off: '10:00 PM', timezone: 'Etc/GMT-2' }
const body = { name: 'Portrait', type: 0, screenSize: 2, orientation: 90, volume: 40, hours } as const

describe('device configurations', () => {
  const server = useServer()

  it('are created, listed, changed and deleted', async () => {
    const admin = await server().organization()
    const { configuration } = await admin.api.deviceConfigurations.create({ body })
    expect(configuration).toMatchObject({ ...body, devices: [], deviceGroups: [], version: 1 })
    const params = { id: configuration.id }
    const { configuration: later } = await admin.api.deviceConfigurations.update({
      params,
      body: { name: 'Plain', version: 1 },
    })
    expect(later).toMatchObject({ name: 'Plain', orientation: 0, volume: 100, hours: null, version: 2 })
    expect((await admin.api.deviceConfigurations.list()).configurations).toEqual([later])
    const old = admin.api.deviceConfigurations.update({ params, body: { ...body, version: 1 } })
    expect((await refused(old)).errKey).toBe('CONFLICT')
    expect(await admin.api.deviceConfigurations.remove({ params })).toEqual({ id: later.id })
    expect((await admin.api.deviceConfigurations.list()).configurations).toEqual([])
  })

  it('reach the screens that have them, and those of the groups that have them', async () => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const { organizationId } = admin
    await superAdmin.api.licences.create({ body: { number: 'TWO', organizationId, devicesCount: 2 } })
    const group = await makeGroup(admin)
    const lone = await TestScreen.claim(server(), admin, { name: 'Lone' })
    const grouped = await TestScreen.claim(server(), admin, { name: 'Grouped', deviceGroupId: group.id })
    const seen = async () => [
      (await lone.manifest()).device.configuration,
      (await grouped.manifest()).device.configuration,
    ]
    expect(await seen()).toEqual([undefined, undefined])

    const { orientation, volume } = body
    const { configuration } = await admin.api.deviceConfigurations.create({
      body: { ...body, devices: [lone.deviceId], deviceGroups: [group.id] },
    })
    expect(await seen()).toEqual([
      { orientation, volume, hours },
      { orientation, volume, hours },
    ])

    // A device's own configuration overrides its group's, and a device has at most one.
    const own = { ...body, name: 'Own', volume: 5, devices: [grouped.deviceId, lone.deviceId] }
    const { configuration: second } = await admin.api.deviceConfigurations.create({ body: own })
    expect((await seen()).map((each) => each?.volume)).toEqual([5, 5])
    const { configuration: first } = await admin.api.deviceConfigurations.get({
      params: { id: configuration.id },
    })
    expect([first.devices, first.deviceGroups]).toEqual([[], [group.id]])

    await admin.api.deviceConfigurations.remove({ params: { id: second.id } })
    expect((await seen()).map((each) => each?.volume)).toEqual([undefined, 40])
    await admin.api.deviceGroups.update({
      params: { id: group.id },
      body: { name: group.name, devices: [] },
    })
    expect(await seen()).toEqual([undefined, undefined])
  })

  it('set when a newer player may start, and keep that through edits without the field', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const told = async () => (await screen.manifest()).device.configuration
    const updates = { from: '02:00 AM', to: '05:00 AM', timezone: 'Europe/Berlin', days: 3 }
    const { configuration } = await admin.api.deviceConfigurations.create({
      body: { ...body, updates, devices: [screen.deviceId] },
    })
    expect(configuration.updates).toEqual(updates)
    expect(await told()).toMatchObject({ updates })
    const params = { id: configuration.id }
    const save = (more: object) =>
      admin.api.deviceConfigurations.update({ params, body: { ...body, ...more } })
    await save({ version: 1 })
    expect(await told()).toMatchObject({ updates })
    for (const wrong of [
      { ...updates, days: 31 },
      { ...updates, to: '02:00 AM' },
    ])
      expect((await refused(save({ updates: wrong }))).status).toBe(400)
    await save({ updates: null })
    expect(await told()).not.toHaveProperty('updates')
  })

  it('set how fast and when screens download, until that is cleared', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const downloadHours = { from: '01:00 AM', to: '05:00 AM', timezone: 'Etc/GMT-2' }
    const { configuration } = await admin.api.deviceConfigurations.create({
      body: { ...body, downloadMbit: 8, downloadHours, devices: [screen.deviceId] },
    })
    expect(configuration).toMatchObject({ downloadMbit: 8, downloadHours })
    const told = async () => (await screen.manifest()).device.configuration
    expect(await told()).toMatchObject({ downloadMbit: 8, downloadHours })
    const save = (more: object) =>
      admin.api.deviceConfigurations.update({ params: { id: configuration.id }, body: { ...body, ...more } })
    await save({})
    expect(await told()).toMatchObject({ downloadMbit: 8, downloadHours })
    await save({ downloadMbit: null, downloadHours: null })
    expect(await told()).not.toHaveProperty('downloadMbit')
    expect(await told()).not.toHaveProperty('downloadHours')
    for (const wrong of [{ downloadMbit: 0 }, { downloadHours: { ...downloadHours, to: '01:00 AM' } }])
      expect((await refused(save(wrong))).status).toBe(400)
  })

  it('refuse invalid values, and devices of others', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const theirs = await TestScreen.claim(server(), stranger)
    const create = (change: object) =>
      refused(admin.api.deviceConfigurations.create({ body: { ...body, ...change } as never }))
    for (const [change, field] of [
      [{ orientation: 45 }, 'orientation'],
      [{ volume: 101 }, 'volume'],
      [{ hours: { ...hours, off: hours.on } }, 'hours.off'],
      [{ hours: { ...hours, timezone: 'Mars' } }, 'hours.timezone'],
      [{ devices: [theirs.deviceId] }, 'devices'],
      [{ deviceGroups: ['nowhere'] }, 'deviceGroups'],
    ] as const)
      expect((await create(change)).body.errors).toHaveProperty([field])
    await admin.api.deviceConfigurations.create({ body })
    expect((await create({ name: 'PORTRAIT' })).body.errors).toEqual({ name: 'Name exists before' })
  })
})
