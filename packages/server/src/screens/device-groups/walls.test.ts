import { describe, expect, it } from 'vitest'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { claimScreens } from '#test/screens.ts'

describe('video walls', () => {
  const server = useServer()
  const PANELS = { columns: 2, rows: 1, panelWidth: 1200, panelHeight: 675, gapX: 12, gapY: 12 }

  const wallOf = async (names: readonly string[]) => {
    const admin = await server().organization()
    const group = (await admin.api.deviceGroups.create({ body: { name: 'Wall' } })).deviceGroup
    const screens = await claimScreens(server(), admin, names, { deviceGroupId: group.id })
    return { admin, id: group.id, screens, ids: screens.map(({ deviceId }) => deviceId) }
  }
  const save = async (admin: Caller, id: string, body: object) =>
    (await admin.api.deviceGroups.update({ params: { id }, body: { name: 'Wall', ...body } })).deviceGroup
  const parts = (screens: Awaited<ReturnType<typeof claimScreens>>) =>
    Promise.all(screens.map(async (screen) => (await screen.manifest()).device.wall))

  it('each screen gets its part of the picture, until it is placed elsewhere', async () => {
    const { admin, id, screens, ids } = await wallOf(['Left', 'Right', 'Door'])
    const [left = '', right = ''] = ids
    const saved = await save(admin, id, { wall: { ...PANELS, screens: [left, right] } })
    expect(saved.wall).toEqual({ ...PANELS, screens: [left, right] })
    const of = { across: 2.01, down: 1, top: 0 }
    expect(await parts(screens)).toEqual([{ ...of, left: 0 }, { ...of, left: 1.01 }, undefined])

    // A save without a wall keeps it; two screens swap places.
    await save(admin, id, { name: 'Hall' })
    await save(admin, id, { wall: { ...PANELS, screens: [right, left] } })
    expect(await parts(screens)).toEqual([{ ...of, left: 1.01 }, { ...of, left: 0 }, undefined])

    // Its place stays empty until it is back in the group.
    const without = await save(admin, id, { devices: ids.slice(1) })
    expect(without.wall?.screens).toEqual([right, null])
    expect(await parts(screens)).toEqual([undefined, { ...of, left: 0 }, undefined])
    await save(admin, id, { devices: ids })
    expect((await parts(screens))[0]).toEqual({ ...of, left: 1.01 })

    await save(admin, id, { wall: null })
    expect(await parts(screens)).toEqual([undefined, undefined, undefined])
  })

  it('can only use screens of its group, and is deleted and restored with it', async () => {
    const { admin, id, screens, ids } = await wallOf(['Left', 'Right'])
    const other = await wallOf(['Elsewhere'])
    const wall = { ...PANELS, screens: [ids[0] ?? null, other.ids[0] ?? null] }
    const { status, body } = await refused(save(admin, id, { wall }))
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['wall.screens.1']])
    expect((await save(admin, id, {})).wall).toBeNull()

    await save(admin, id, { wall: { ...PANELS, screens: ids } })
    await admin.api.deviceGroups.remove({ params: { id }, body: {} })
    expect(await parts(screens)).toEqual([undefined, undefined])
    await admin.api.trash.restore({ params: { id } })
    expect((await admin.api.deviceGroups.get({ params: { id } })).deviceGroup.wall?.screens).toEqual(ids)
    expect((await parts(screens)).map((part) => part?.left)).toEqual([0, 1.01])
  })
})
