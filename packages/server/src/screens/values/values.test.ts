import { fillModel, screenRows } from '@vitrine/contract/document/screen-values'
import { fillText } from '@vitrine/contract/document/source-data'
import { fillAddress } from '@vitrine/contract/sites/screen-address'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'
import { menuBoard } from '#test/zip.ts'

type Kind = 'text' | 'number' | 'color' | 'row'

describe('values of screens', () => {
  const server = useServer()

  let licences = 0
  /** An organization with two screens on one floor and one elsewhere, which play a page with a text. */
  async function chain(text = 'Ask {Screen: Manager}') {
    const admin = await server().organization()
    const { organizationId } = admin
    const body = { number: `V-${++licences}`, devicesCount: 9, organizationId }
    await (await server().signIn()).api.licences.create({ body })
    const { building } = await admin.api.buildings.create({
      body: { name: 'Mall', location: 'Cairo', coordinates: '', floors: [{ name: 'Ground' }] },
    })
    const [floor] = building.floors
    const layout = await makeLayout(admin, page(text))
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const claim = async (floorId?: string) => {
      const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
      const params = { id: screen.deviceId }
      if (floorId) await admin.api.devices.update({ params, body: { name: 'Placed', floorId } })
      return screen
    }
    const screens = [await claim(floor?.id), await claim(floor?.id), await claim()] as const
    return { admin, building, floorId: floor?.id ?? '', layout, storyboard, group, screens }
  }
  const field = async (admin: Caller, name: string, kind: Kind = 'text', source = '') =>
    (await admin.api.screenFields.create({ body: { name, kind, source } })).field
  type Changes = Parameters<Caller['api']['screenValues']['save']>[0]['body']['changes']
  const save = (admin: Caller, ...changes: Changes) => admin.api.screenValues.save({ body: { changes } })
  const sheet = (admin: Caller, name: string, csv: string) =>
    admin.api.sources.create({ body: { name, kind: 'csv', file: { name: 'a.csv', content: btoa(csv) } } })
  const refusal = async (call: Promise<unknown>) => {
    const { errKey, body } = await refused(call)
    return { errKey, usedIn: body.usedIn }
  }
  const valuesOf = async (screen: TestScreen) => (await screen.manifest()).device.values

  it('are those of the screen, then of its floor, then of its building, in the part of the screen alone', async () => {
    const { admin, building, floorId, screens } = await chain()
    const [first, second, elsewhere] = screens
    expect(await valuesOf(first)).toBeUndefined()
    const before = (await first.manifest()).raw.group
    const { id: fieldId } = await field(admin, 'Manager')
    expect(await Promise.all(screens.map(valuesOf))).toEqual([[], [], []])
    await save(admin, { of: 'building', id: building.id, fieldId, value: 'Omar' })
    expect(await valuesOf(first)).toEqual([{ name: 'Manager', value: 'Omar' }])
    await save(
      admin,
      { of: 'floor', id: floorId, fieldId, value: 'Mona' },
      { of: 'device', id: first.deviceId, fieldId, value: 'Adam' },
    )
    expect(await Promise.all(screens.map(valuesOf))).toEqual([
      [{ name: 'Manager', value: 'Adam' }],
      [{ name: 'Manager', value: 'Mona' }],
      [],
    ])
    expect((await first.manifest()).raw.group).toEqual(before)
    const { screens: listed } = await admin.api.screenValues.list()
    expect(listed.find(({ id }) => id === second.deviceId)).toMatchObject({
      place: 'Mall · Ground',
      values: [{ fieldId, value: 'Mona', from: 'floor' }],
    })
    // Empty: inherited again.
    await save(
      admin,
      { of: 'floor', id: floorId, fieldId, value: ' ' },
      { of: 'device', id: first.deviceId, fieldId, value: '' },
    )
    expect(await Promise.all(screens.map(valuesOf))).toEqual([
      [{ name: 'Manager', value: 'Omar' }],
      [{ name: 'Manager', value: 'Omar' }],
      [],
    ])
    const of = (owner: 'building' | 'floor' | 'device', id: string) =>
      admin.api.screenValues.of({ params: { of: owner, id } })
    for (const held of [
      await of('building', building.id),
      await of('floor', floorId),
      await of('device', first.deviceId),
    ])
      expect(held.values).toEqual([{ fieldId, value: 'Omar', from: 'building' }])
    expect((await of('device', elsewhere.deviceId)).values).toEqual([])
  })

  it('are pushed to the screens whose values change, and to no others', async () => {
    const { admin, screens } = await chain()
    const [first, second] = screens
    const { id: fieldId } = await field(admin, 'Manager')
    await first.open()
    await second.open()
    await save(admin, { of: 'device', id: first.deviceId, fieldId, value: 'Adam' })
    const { data } = await first.next(({ name, data }) => name === 'device' && !!data.body)
    expect(JSON.parse(data.body ?? '').values).toEqual([{ name: 'Manager', value: 'Adam' }])
    expect(second.told.filter(({ name }) => name === 'device')).toEqual([])
    first.hangUp()
    second.hangUp()
  })

  it.each<[Kind, good: string, bad: string | undefined, shown: string | number]>([
    ['text', '<b>Mona</b> {Screen: X}', undefined, '<b>Mona</b> {Screen: X}'],
    ['number', '12.50', 'twelve', 12.5],
    ['color', '#ff0000', 'red; background: url(x)', '#ff0000'],
    ['row', 'Zamalek', undefined, 'Zamalek'],
  ])('of kind %s are checked', async (kind, good, bad, shown) => {
    const { admin, screens } = await chain()
    const [{ deviceId: id }] = screens
    await sheet(admin, 'Branches', 'Branch,Phone\nZamalek,02-1\n')
    const { id: fieldId } = await field(admin, 'Thing', kind, 'Branches')
    await save(admin, { of: 'device', id, fieldId, value: good })
    const rowOf = kind === 'row' ? { rowOf: 'branches' } : {}
    expect(await valuesOf(screens[0])).toEqual([{ name: 'Thing', value: shown, ...rowOf }])
    const { status } = await admin.call('PUT', '/screen-values', {
      changes: [{ of: 'device', id, fieldId, value: bad ?? 'x'.repeat(501) }],
    })
    expect(status).toBe(400)
  })

  it('belong to one organization: other owners and fields are unknown', async () => {
    const [own, other] = [await chain(), await chain()]
    const [mine, theirs] = [await field(own.admin, 'Manager'), await field(other.admin, 'Manager')]
    const change = (id: string, fieldId: string) =>
      refused(save(own.admin, { of: 'device', id, fieldId, value: 'x' }))
    expect(await change(other.screens[0].deviceId, mine.id)).toMatchObject({
      status: 400,
      body: { errors: { 'changes.0.id': expect.any(String) } },
    })
    expect(await change(own.screens[0].deviceId, theirs.id)).toMatchObject({
      status: 400,
      body: { errors: { 'changes.0.fieldId': expect.any(String) } },
    })
    expect(
      (await refused(own.admin.api.screenValues.of({ params: { of: 'floor', id: other.floorId } }))).status,
    ).toBe(404)
  })

  it('are limited: fields of an organization: 50', async () => {
    const admin = await server().organization()
    for (let n = 0; n < 50; n++) await field(admin, `Field ${n}`)
    const { status, body } = await refused(field(admin, 'One more'))
    expect([status, body.message]).toEqual([400, expect.stringContaining('50 fields of screens')])
  })

  it('are limited: 500 characters, and 1,000 at a time', async () => {
    const { admin, building } = await chain()
    const { id: fieldId } = await field(admin, 'Manager')
    const save = async (length: number, count = 1) => {
      const change = { of: 'building', id: building.id, fieldId, value: 'x'.repeat(length) }
      return (await admin.call('PUT', '/screen-values', { changes: Array(count).fill(change) })).status
    }
    expect([await save(500), await save(501), await save(500, 1000), await save(1, 1001)]).toEqual([
      200, 400, 200, 400,
    ])
  })

  it('have fields with different names, whose source exists', async () => {
    const { admin } = await chain()
    await field(admin, 'Manager')
    const refusedField = async (name: string, kind: Kind = 'text', source = '') =>
      (await refused(field(admin, name, kind, source))).body.errors
    expect(await refusedField('MANAGER')).toHaveProperty('name')
    expect(await refusedField('a|b')).toHaveProperty('name')
    expect(await refusedField('Branch', 'row')).toHaveProperty('source')
    expect(await refusedField('Branch', 'row', 'Nowhere')).toHaveProperty('source')
    expect((await refused(sheet(admin, 'screen', 'a\nb'))).body.errors).toHaveProperty('name')
  })

  it('a field that something shows can be neither renamed nor deleted, its source neither', async () => {
    const { admin, layout } = await chain('{Screen: Phone of Branch}')
    const { source } = await sheet(admin, 'Branches', 'Branch,Phone\nZamalek,02-1\n')
    const { id, version } = await field(admin, 'Branch', 'row', 'Branches')
    const params = { id }
    const rename = (name: string) =>
      admin.api.screenFields.update({ params, body: { name, kind: 'row', source: 'Branches', version } })
    for (const attempt of [() => rename('Shop'), () => admin.api.screenFields.remove({ params })]) {
      const { errKey, usedIn } = await refusal(attempt())
      expect(errKey).toBe('FIELD_IN_USE')
      expect(usedIn).toEqual([{ kind: 'layout', id: layout.id, name: layout.name }])
    }
    const { errKey, usedIn } = await refusal(admin.api.sources.remove({ params: { id: source.id } }))
    expect([errKey, usedIn]).toEqual(['SOURCE_IN_USE', [{ kind: 'screen-field', id, name: 'Branch' }]])
    // Its spelling may change, and everything once no page shows it.
    await rename('BRANCH')
    await admin.api.layouts.update({
      params: { id: layout.id },
      body: { ...page('plain'), name: layout.name },
    })
    await admin.api.screenFields.remove({ params })
    await admin.api.sources.remove({ params: { id: source.id } })
  })

  it('change how a screen shows packages and web pages, whose references are those of pages', async () => {
    const { admin, screens } = await chain()
    const { id: fieldId } = await field(admin, 'Manager')
    await save(admin, { of: 'device', id: screens[0].deviceId, fieldId, value: 'Ad & am' })
    const { media } = await admin.api.webMedia.create({
      body: { name: 'Board', address: 'https://example.org/{Screen: Manager}?to={Screen: Manager}' },
    })
    expect(media.web?.address).toBe('https://example.org/{Screen: Manager}?to={Screen: Manager}')
    const zip = await uploadOne(admin, 'menu.zip', menuBoard())
    const { organizationId } = admin
    const model = { title: 'By {Screen: Manager | us}' }
    await admin.api.media.update({ params: { id: zip.id }, body: { name: zip.name, model } as never })
    const { usedIn } = await refusal(admin.api.screenFields.remove({ params: { id: fieldId } }))
    expect(usedIn?.map(({ kind }) => kind).sort()).toEqual(['layout', 'package', 'web-page'])
    const values = (await valuesOf(screens[0])) ?? []
    const rows = (key: string) => (key === 'screen' ? screenRows(values) : undefined)
    expect(fillText('Ask {Screen: Manager}', rows)).toBe('Ask Ad & am')
    expect(fillModel(model, rows)).toEqual({ title: 'By Ad & am' })
    expect(fillAddress(media.web?.address ?? '', rows)).toBe(
      'https://example.org/Ad%20%26%20am?to=Ad%20%26%20am',
    )
    // Without a screen, the package shows what screens without values do.
    const { url } = await admin.api.packages.draft({
      params: { organizationId, id: zip.id },
      body: { model },
    } as never)
    const { body } = await server().as().call('GET', `${url}model.json`)
    expect(body).toMatchObject({ title: 'By us' })
  })

  it('that are missing are said before a save: of a page, a storyboard, a schedule, and of values', async () => {
    const { admin, layout, storyboard, group, screens, floorId } = await chain(
      '{Screen: Manager} {Screen: Team | us}',
    )
    const { id: fieldId } = await field(admin, 'Manager')
    await save(admin, { of: 'device', id: screens[0].deviceId, fieldId, value: 'Adam' })
    const missing = [{ name: 'Manager', screens: 2 }]
    const { name } = layout
    const dry = { dryRun: 'true' } as const
    const ofPage = await admin.api.layouts.update({
      params: { id: layout.id },
      query: dry,
      body: { ...page('New {Screen: Manager}'), name },
    })
    expect(ofPage.impact).toMatchObject({ screens: 3, changes: 3, missing })
    expect((await admin.api.layouts.get({ params: { id: layout.id } })).layout.version).toBe(layout.version)
    const items = [{ layoutId: layout.id, duration: 9 }]
    const ofStoryboard = await admin.api.storyboards.update({
      params: { id: storyboard.id },
      query: dry,
      body: { name: storyboard.name, type: 'designed', items },
    })
    expect(ofStoryboard.impact?.missing).toEqual(missing)
    const ofSchedule = await admin.api.deviceGroups.update({
      params: { id: group.id },
      query: dry,
      body: { name: group.name, storyboardId: storyboard.id },
    })
    expect(ofSchedule.impact?.missing).toEqual(missing)
    const ofValues = (...changes: Changes) => admin.api.screenValues.save({ query: dry, body: { changes } })
    expect(
      (await ofValues({ of: 'device', id: screens[0].deviceId, fieldId, value: '' })).impact,
    ).toMatchObject({
      screens: 1,
      changes: 1,
      missing: [{ name: 'Manager', screens: 1 }],
    })
    expect((await ofValues({ of: 'floor', id: floorId, fieldId, value: 'Mona' })).impact).toMatchObject({
      screens: 2,
      changes: 1,
      buildings: 1,
      missing: [],
    })
    expect(await valuesOf(screens[1])).toEqual([])
  })

  it('a page keeps its references in versions, the trash, and another organization', async () => {
    const { admin, screens } = await chain()
    const { id: fieldId } = await field(admin, 'Manager')
    await save(admin, { of: 'device', id: screens[0].deviceId, fieldId, value: 'Adam' })
    const layout = await makeLayout(admin, page('{Screen: Manager}'))
    await admin.api.layouts.remove({ params: { id: layout.id } })
    const { trash } = await admin.api.trash.list()
    const id = trash.find(({ name }) => name === layout.name)?.id ?? ''
    await admin.api.trash.restore({ params: { id } })
    const { usedIn: users } = await refusal(admin.api.screenFields.remove({ params: { id: fieldId } }))
    expect(users?.map(({ name }) => name)).toContain(layout.name)
    // The same text elsewhere names nothing there: it shows its fallback, or nothing.
    const other = await chain('{Screen: Manager}')
    expect(await valuesOf(other.screens[0])).toBeUndefined()
  })
})
