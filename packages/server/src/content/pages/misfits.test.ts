import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'

const HASH = 'a'.repeat(64)
const DRY = { dryRun: 'true' } as const
const RIBBON = { width: 3840, height: 240 }

/** A page whose letters have this size, in layout pixels. */
const lettered = (size: number, { width = 1920, height = 1080 } = {}) => {
  const document = page('Offer', width, height)
  const font = { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size }
  return {
    ...document,
    config: { inputs: [...document.config.inputs, { name: 'w1-fontSettings', value: font }] },
  }
}

describe('pages that do not fit screens', () => {
  const server = useServer()
  let licences = 0

  async function organization() {
    const admin = await server().organization()
    const { organizationId } = admin
    const body = { number: `M-${++licences}`, devicesCount: 20, organizationId }
    await (await server().signIn()).api.licences.create({ body })
    return admin
  }

  async function screen(admin: Caller, name: string, deviceGroupId: string, size?: object) {
    const made = await TestScreen.claim(server(), admin, { name, deviceGroupId })
    if (size) await made.report({ group: HASH, device: HASH }, { screen: { ...FACTS, ...size } })
    return made
  }

  const fitOf = async (admin: Caller, id: string) =>
    (await admin.api.storyboards.fit({ params: { id } })).misfits

  it('are named with the screens, by what these report', async () => {
    const admin = await organization()
    const layout = await makeLayout(admin, lettered(24))
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    await screen(admin, 'Usual', group.id, { width: 1366, height: 768 })
    expect(await fitOf(admin, storyboard.id)).toEqual([])
    const [b, a] = [
      await screen(admin, 'Ribbon B', group.id, RIBBON),
      await screen(admin, 'Ribbon A', group.id, RIBBON),
    ]
    const misfit = {
      page: { width: 1920, height: 1080 },
      screen: RIBBON,
      ...{ empty: 89, letters: 5, pages: 1, screens: 2 },
      firstPages: [{ type: 'layout', id: layout.id, name: layout.name }],
      firstScreens: [
        { id: a.deviceId, name: 'Ribbon A' },
        { id: b.deviceId, name: 'Ribbon B' },
      ],
    }
    expect(await fitOf(admin, storyboard.id)).toEqual([misfit])
    expect((await admin.api.deviceGroups.fit({ params: { id: group.id } })).misfits).toEqual([misfit])
    // A page in the ribbon's size fits; on the usual screen it is a ribbon between two empty parts.
    const own = await makeStoryboard(admin, {
      layoutIds: [(await makeLayout(admin, lettered(60, RIBBON))).id],
    })
    const { impact } = await admin.api.deviceGroups.update({
      params: { id: group.id },
      query: DRY,
      body: { name: group.name, storyboardId: own.id },
    })
    expect(impact?.misfits).toMatchObject([
      { page: RIBBON, screen: { width: 1366, height: 768 }, empty: 89, letters: null, screens: 1 },
    ])
  })

  it('are only those that a screen plays by its rules', async () => {
    const admin = await organization()
    const [wide, long] = [await makeLayout(admin, lettered(40)), await makeLayout(admin, lettered(40))]
    const story = (screens?: object) => ({
      name: 'Story',
      type: 'designed' as const,
      items: [
        { layoutId: wide.id, duration: 5, ...(screens && { screens }) },
        { layoutId: long.id, duration: 5 },
      ],
    })
    const { storyboard } = await admin.api.storyboards.create({ body: story() })
    const params = { id: storyboard.id }
    await admin.api.storyboards.setStatus({ params: { ...params, status: 'approved' } })
    const group = await makeGroup(admin, storyboard.id)
    const ribbon = await screen(admin, 'Ribbon', group.id, RIBBON)
    expect(await fitOf(admin, storyboard.id)).toMatchObject([{ pages: 2, letters: 8 }])
    const save = (screens: object) =>
      admin.api.storyboards.update({ params, query: DRY, body: story(screens) })
    expect((await save({ noTags: ['ribbon'] })).impact?.misfits).toMatchObject([{ pages: 2 }])
    await admin.api.devices.tagMany({ body: { ids: [ribbon.deviceId], add: ['Ribbon'] } })
    expect((await save({ noTags: ['ribbon'] })).impact?.misfits).toMatchObject([
      { pages: 1, firstPages: [{ id: long.id }] },
    ])
    // The dry runs saved nothing.
    expect(await fitOf(admin, storyboard.id)).toMatchObject([{ pages: 2 }])
  })

  it('include no page that takes the shape of its screen, unless its letters are too small', async () => {
    const admin = await organization()
    const shaped = (size: number) => {
      const document = lettered(size)
      return { ...document, config: { ...document.config, shape: 'screen' as const } }
    }
    const [large, small] = [await makeLayout(admin, shaped(90)), await makeLayout(admin, shaped(30))]
    const storyboard = await makeStoryboard(admin, { layoutIds: [large.id, small.id] })
    const group = await makeGroup(admin, storyboard.id)
    await screen(admin, 'Ribbon', group.id, RIBBON)
    expect(await fitOf(admin, storyboard.id)).toMatchObject([
      { empty: 0, letters: 6, pages: 1, firstPages: [{ id: small.id }] },
    ])
  })

  it('are found by the size that a person chose until the screen reports, and then by its own', async () => {
    const admin = await organization()
    const storyboard = await makeStoryboard(admin, {
      layoutIds: [(await makeLayout(admin, lettered(90))).id],
    })
    const group = await makeGroup(admin, storyboard.id)
    const waiting = await screen(admin, 'Ribbon', group.id)
    const params = { id: waiting.deviceId }
    const save = (otherSize: { width: number; height: number } | null, query = {}) =>
      admin.api.devices.update({ params, query, body: { name: 'Ribbon', otherSize } })
    expect(await fitOf(admin, storyboard.id)).toEqual([])
    const { device } = await save(RIBBON)
    expect(device).toMatchObject({ screenSize: 1, otherSize: RIBBON })
    expect(await fitOf(admin, storyboard.id)).toMatchObject([{ screen: RIBBON, screens: 1 }])
    await waiting.report({ group: HASH, device: HASH })
    expect(await fitOf(admin, storyboard.id)).toEqual([])
    // Saves without the field keep it.
    await admin.api.devices.update({ params, body: { name: 'Still a ribbon' } })
    expect((await admin.api.devices.get({ params })).device.otherSize).toEqual(RIBBON)
    expect((await save(null)).device.otherSize).toBeNull()
    await expect(save({ width: 10_000, height: 6000 })).rejects.toMatchObject({
      body: { errors: { 'otherSize.height': 'Height must be at most 5000' } },
    })
  })

  it('judge a video wall as one screen', async () => {
    const admin = await organization()
    const storyboard = await makeStoryboard(admin, {
      layoutIds: [(await makeLayout(admin, lettered(90))).id],
    })
    const group = await makeGroup(admin, storyboard.id)
    const panels = [await screen(admin, 'Left', group.id, {}), await screen(admin, 'Right', group.id, {})]
    expect(await fitOf(admin, storyboard.id)).toEqual([])
    const size = { columns: 2, rows: 1, panelWidth: 1600, panelHeight: 900, gapX: 0, gapY: 0 }
    await admin.api.deviceGroups.update({
      params: { id: group.id },
      body: { name: group.name, wall: { ...size, screens: panels.map(({ deviceId }) => deviceId) } },
    })
    expect(await fitOf(admin, storyboard.id)).toMatchObject([
      { screen: { width: 3840, height: 1080 }, empty: 50, screens: 2 },
    ])
  })

  it('are in the impact of saving a page', async () => {
    const admin = await organization()
    const layout = await makeLayout(admin, lettered(90))
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    await screen(admin, 'Small', group.id, { width: 640, height: 360 })
    const save = async (size: number) =>
      (
        await admin.api.layouts.update({
          params: { id: layout.id },
          query: DRY,
          body: { ...lettered(size), name: layout.name },
        })
      ).impact?.misfits
    expect(await save(90)).toBeUndefined()
    expect(await save(20)).toMatchObject([{ empty: 0, letters: 6, screens: 1 }])
  })

  it('belong to the organization, like its groups and screens', async () => {
    const [admin, other] = [await organization(), await organization()]
    const storyboard = await makeStoryboard(admin, {
      layoutIds: [(await makeLayout(admin, lettered(90))).id],
    })
    const group = await makeGroup(admin, storyboard.id)
    await screen(admin, 'Ribbon', group.id, RIBBON)
    const foreign = await makeGroup(other, (await makeStoryboard(other)).id)
    await screen(other, 'Foreign ribbon', foreign.id, RIBBON)
    await expect(fitOf(other, storyboard.id)).rejects.toMatchObject({ status: 404 })
    await expect(other.api.deviceGroups.fit({ params: { id: group.id } })).rejects.toMatchObject({
      status: 404,
    })
    expect(await fitOf(admin, storyboard.id)).toMatchObject([{ firstScreens: [{ name: 'Ribbon' }] }])
  })

  it('are as many kinds at most as an answer names', async () => {
    const admin = await organization()
    const storyboard = await makeStoryboard(admin, {
      layoutIds: [(await makeLayout(admin, lettered(90))).id],
    })
    const group = await makeGroup(admin, storyboard.id)
    for (let index = 0; index < 14; index++)
      await screen(admin, `Ribbon ${index}`, group.id, { width: 3840, height: 200 + index })
    expect(await fitOf(admin, storyboard.id)).toHaveLength(12)
  })
})

describe('a configuration of screens', () => {
  const server = useServer()

  it('has another size until one of the specified ones is chosen', async () => {
    const { api } = await server().organization()
    const body = { name: 'Ribbons', otherSize: RIBBON }
    const { configuration } = await api.deviceConfigurations.create({ body })
    expect(configuration).toMatchObject({ screenSize: 1, otherSize: RIBBON })
    const params = { id: configuration.id }
    const update = async (more: object) =>
      (await api.deviceConfigurations.update({ params, body: { name: 'Ribbons', ...more } })).configuration
    expect((await update({})).otherSize).toEqual(RIBBON)
    expect((await update({ screenSize: 2, otherSize: null })).otherSize).toBeNull()
  })
})
