import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import { type Caller, useServer } from './harness.ts'
import { FACTS, TestScreen } from './screen.ts'
import { fetchFile, form, picture } from './uploads.ts'

/**
 * A client that knows the specification and nothing of our contract: methods, paths and keys stand here as they were
 * asked for, mixed slashes and spellings included.
 */
describe('the calls of the specification', () => {
  const server = useServer()
  let superAdmin: Caller
  let admin: Caller & { organizationId: string; email: string }
  let other: Caller & { organizationId: string }

  beforeAll(async () => {
    superAdmin = await server().signIn()
    admin = await server().organization()
    other = await server().organization()
  })

  const inputs = [{ name: 'w1-text', value: 'Hello' }]
  const widgets = [
    {
      id: 'w1',
      type: 'text',
      name: 'Text 1',
      zIndex: 1,
      width: 320,
      height: 150,
      transform: 'translate(10px, 20px)',
    },
  ]
  const document = (name: string) => ({ name, width: 1920, height: 1080, widgets, config: { inputs } })

  /** An entity's five calls: list, create, one, change, delete; `body` is what its form sends. */
  const lifeOf = async (
    caller: Caller,
    {
      list,
      one,
      path,
      create = `${path}/create`,
    }: Record<'list' | 'one' | 'path', string> & { create?: string },
    body: (name: string) => object,
  ) => {
    const made = (await ask(caller, 'POST', create, body('First'))) as Record<string, { id: string }>
    expect(Object.keys(made)).toEqual([one])
    const id = made[one]?.id ?? ''
    const again = (await ask(caller, 'POST', path, body('Second'))) as Record<string, { id: string }>
    const all = (await ask(caller, 'GET', path)) as Record<string, { id: string }[]>
    expect(all[list]?.map((each) => each.id)).toEqual(expect.arrayContaining([id, again[one]?.id]))
    const read = (await ask(caller, 'GET', `${path}/${id}`)) as Record<string, object>
    expect(read[one]).toMatchObject({ id })
    const before = body('First') as Record<string, unknown>
    // An organization's form makes its admin, too, whose are all texts but the name.
    const isOwn = (key: string) => one !== 'organization' || key === 'name'
    const wanted = Object.fromEntries(
      Object.entries(body('Third')).filter(
        ([key, value]) => typeof value === 'string' && value !== before[key] && isOwn(key),
      ),
    )
    expect(Object.keys(wanted)).not.toEqual([])
    const changed = (await ask(caller, 'PUT', `${path}/${id}`, body('Third'))) as Record<string, object>
    expect(changed[one]).toMatchObject({ id, ...wanted })
    const later = (await ask(caller, 'GET', `${path}/${id}`)) as Record<string, object>
    expect(later[one]).toMatchObject({ id, ...wanted })
    expect(await ask(caller, 'DELETE', `${path}/${id}`, {})).toEqual({ id })
    await ask(caller, 'GET', `${path}/${id}`, undefined, 404)
    const left = (await ask(caller, 'GET', path)) as Record<string, { id: string }[]>
    expect(left[list]?.map((each) => each.id)).not.toContain(id)
    return again[one]?.id ?? ''
  }

  it('C-020…C-024, C-040: users', async () => {
    await lifeOf(admin, { path: '/user', list: 'users', one: 'user' }, (name) => ({
      firstName: name,
      lastName: 'Person',
      email: `${name.toLowerCase()}@calls.test`,
      role: '2',
      permissions: ['media'],
      password: 'password-1',
    }))
  })

  it('C-025…C-029, C-041: organizations', async () => {
    await lifeOf(
      superAdmin,
      { path: '/organizations', list: 'organizations', one: 'organization' },
      (name) => ({
        name: `${name} & Sons`,
        adminFirstName: 'Ada',
        adminLastName: 'Admin',
        email: `${name}@sons.test`,
        password: 'password-1',
      }),
    )
  })

  it('C-030…C-034, C-042: buildings', async () => {
    await lifeOf(admin, { path: '/buildings', list: 'buildings', one: 'building' }, (name) => ({
      name,
      location: 'Cairo',
      floors: [{ name: 'Ground' }],
    }))
  })

  it('C-035…C-039, C-043: licences', async () => {
    await lifeOf(superAdmin, { path: '/licences', list: 'licences', one: 'licence' }, (name) => ({
      number: `CALLS-${name}`,
      devicesCount: 4,
      expiresAt: '2031-12-31',
      organizationId: admin.organizationId,
    }))
  })

  it('C-056: media that are cards', async () => {
    const { card } = (await ask(admin, 'POST', '/cards/create', document('Shown in a zone'))) as unknown as {
      card: { id: string }
    }
    const { media } = (await ask(admin, 'GET', '/media/?isCard=1')) as unknown as {
      media: { media: { cardId: string; name: string }[] }
    }
    expect(media.media).toEqual([expect.objectContaining({ cardId: card.id, name: 'Shown in a zone' })])
    await ask(admin, 'DELETE', `/cards/${card.id}`, {})
    expect(await ask(admin, 'GET', '/media/?isCard=1')).toMatchObject({ media: { media: [] } })
  })

  it('C-079…C-088: cards, with their thumbnails and screenshots', async () => {
    const thumbnail = form([{ field: 'thumbnail', name: 'card.png', content: await picture('plum') }])
    const { thumbnailId } = (await ask(
      admin,
      'POST',
      '/thumbnail/createCardThumbnail',
      thumbnail,
    )) as unknown as { thumbnailId: string }
    const path = `/thumbnail/download/${thumbnailId}`
    expect((await fetchFile(server(), admin, path)).headers.get('content-type')).toMatch(/^image\//)
    expect((await server().as().call('GET', path)).status).toBe(401)
    const kept = await lifeOf(admin, { path: '/cards', list: 'cards', one: 'card' }, (name) => ({
      ...document(`Card ${name}`),
      thumbnailId,
    }))
    const { card } = (await ask(admin, 'POST', `/cards/duplicate/${kept}`, { name: 'Twin' })) as unknown as {
      card: { id: string; widgets: unknown[] }
    }
    expect(card).toMatchObject({ name: 'Twin', config: { inputs } })
    expect(card.id).not.toBe(kept)
    const shot = `/cards/card-screenshot/${kept}`
    expect((await fetchFile(server(), admin, shot)).headers.get('content-type')).toMatch(/^image\//)
    expect((await server().as().call('GET', shot)).status).toBe(401)
  })

  it('C-089, C-090: the template of a card', async () => {
    const { card } = (await ask(
      admin,
      'POST',
      '/template-design/create',
      document('Designed'),
    )) as unknown as {
      card: { id: string }
    }
    const wider = { ...document('Designed'), widgets: [{ ...widgets[0], width: 900 }] }
    await ask(admin, 'PUT', `/template-design/${card.id}`, wider)
    expect(await ask(admin, 'GET', `/cards/${card.id}`)).toMatchObject({
      card: { name: 'Designed', widgets: [{ width: 900 }] },
    })
  })

  it('C-091…C-096: layouts', async () => {
    await lifeOf(admin, { path: '/layout', create: '/layout', list: 'layoutList', one: 'layout' }, (name) =>
      document(`Layout ${name}`),
    )
    const list = (await ask(admin, 'GET', '/layout?type=designed')) as unknown as { layoutList: unknown[] }
    expect(list.layoutList).toHaveLength(1)
    expect(await ask(admin, 'GET', '/layout?type=other')).toEqual({ layoutList: [] })
  })

  it('G-020, C-071…C-078: storyboards', async () => {
    const { layout } = (await ask(admin, 'POST', '/layout', document('Of a story'))) as unknown as {
      layout: { id: string }
    }
    const kept = await lifeOf(
      admin,
      { path: '/storyboards', list: 'storyboards', one: 'storyboard' },
      (name) => ({ name, type: 'designed', items: [{ layoutId: layout.id, duration: 5 }] }),
    )
    const idsOf = async (caller: Caller, path: string) =>
      ((await ask(caller, 'GET', path)) as unknown as { storyboards: { id: string }[] }).storyboards.map(
        ({ id }) => id,
      )
    const ofThis = `?organizationId=${admin.organizationId}`
    expect(await idsOf(superAdmin, `/storyboards/pending${ofThis}`)).toEqual([kept])
    expect(await idsOf(superAdmin, `/storyboards?organizationId=${other.organizationId}`)).toEqual([])
    expect(await idsOf(superAdmin, `/storyboards${ofThis}`)).toEqual([kept])
    for (const [word, status] of [
      ['approved', 200],
      ['rejected', 200],
      ['pending', 400],
      ['foo', 400],
    ] as const)
      await ask(admin, 'PUT', `/storyboards/${kept}/${word}`, {}, status)
    await ask(admin, 'PUT', `/storyboards/${kept}/approved`, {})
    expect(await idsOf(admin, '/storyboards/pending')).toEqual([])
  })

  it('C-044…C-053: devices and their groups', async () => {
    const story = async (name: string) => {
      const made = (await ask(admin, 'POST', '/layout', document(name))) as unknown as {
        layout: { id: string }
      }
      const items = [{ layoutId: made.layout.id, duration: 5 }]
      const { storyboard } = (await ask(admin, 'POST', '/storyboards/create', {
        name,
        type: 'designed',
        items,
      })) as unknown as { storyboard: { id: string } }
      await ask(admin, 'PUT', `/storyboards/${storyboard.id}/approved`, {})
      return storyboard.id
    }
    const [usual, special] = [await story('Usual'), await story('Special')]
    const screen = await TestScreen.claim(server(), admin, { name: 'Entrance' })
    const { devices } = (await ask(admin, 'GET', '/devices')) as unknown as {
      devices: { id: string }[]
    }
    expect(devices.map(({ id }) => id)).toContain(screen.deviceId)
    expect(await ask(admin, 'GET', `/devices/${screen.deviceId}`)).toMatchObject({
      device: { name: 'Entrance' },
    })
    await ask(other, 'GET', `/devices/${screen.deviceId}`, undefined, 404)
    const kept = await lifeOf(
      admin,
      { path: '/device-groups', list: 'devicesGroups', one: 'deviceGroup' },
      (name) => ({
        name: `Group ${name}`,
        organizationId: admin.organizationId,
        devices: [screen.deviceId],
        storyboardId: usual,
        schedule: {
          timezone: 'Etc/GMT-2',
          slots: [{ from: '08:00 AM', to: '10:00 AM', storyboardId: special }],
        },
      }),
    )
    const { deviceGroup } = (await ask(admin, 'GET', `/device-groups/${kept}`)) as unknown as {
      deviceGroup: object
    }
    expect(deviceGroup).toMatchObject({
      storyboardId: usual,
      schedule: { timezone: 'Etc/GMT-2', defaultStoryboardId: usual, slots: [{ from: '08:00 AM' }] },
    })
    const theirs = { name: 'Theirs', organizationId: other.organizationId }
    const { deviceGroup: foreign } = (await ask(
      other,
      'POST',
      '/device-groups/create',
      theirs,
    )) as unknown as {
      deviceGroup: { id: string }
    }
    const groupsOf = async (organizationId: string) => {
      const path = `/device-groups?organizationId=${organizationId}`
      const answer = (await ask(superAdmin, 'GET', path)) as unknown as { devicesGroups: { id: string }[] }
      return answer.devicesGroups.map(({ id }) => id)
    }
    expect(await groupsOf(other.organizationId)).toEqual([foreign.id])
    expect(await groupsOf(admin.organizationId)).toEqual([kept])
    await ask(admin, 'POST', `/devices/${screen.deviceId}`, { storyboardId: special }, 200)
    expect(await ask(admin, 'GET', `/devices/${screen.deviceId}`)).toMatchObject({
      device: { storyboardId: special },
    })
    const { errKey } = (await ask(admin, 'DELETE', `/storyboards/${usual}`, {}, 409)) as { errKey?: string }
    expect(errKey).toBe('USED_IN_SCHEDULE')
    await ask(admin, 'DELETE', `/device-groups/${kept}`, { organizationId: admin.organizationId })
  })

  it('E-001, E-003, E-007, E-008, P-003: people, organizations and places have their fields', async () => {
    const { profile } = (await ask(admin, 'GET', '/auth/profile')) as unknown as { profile: object }
    expect(profile).toMatchObject({ email: admin.email, role: '1', organizationId: admin.organizationId })
    const { users } = (await ask(admin, 'GET', '/user')) as unknown as { users: Record<string, unknown>[] }
    for (const user of users)
      expect(user).toMatchObject({
        id: expect.any(String),
        email: expect.any(String),
        role: expect.stringMatching(/^[012]$/),
        firstName: expect.any(String),
        lastName: expect.any(String),
        organizationId: admin.organizationId,
      })
    expect(users.find(({ role }) => role === '2')?.permissions).toEqual(['media'])
    for (const [path, key] of [
      ['/organizations', 'organizations'],
      ['/buildings', 'buildings'],
      ['/licences', 'licences'],
      ['/devices', 'devices'],
    ] as const) {
      const body = (await ask(admin, 'GET', path)) as unknown as Record<string, { id: unknown }[]>
      expect(body[key]?.length, path).toBeGreaterThan(0)
      for (const { id } of body[key] ?? []) expect(id).toEqual(expect.any(String))
    }
  })

  it('E-009…E-013, E-016…E-018: what is shown and played has its fields', async () => {
    const first = async (path: string, key: string) =>
      ((await ask(admin, 'GET', path)) as unknown as Record<string, object[]>)[key]?.[0]
    expect(await first('/licences', 'licences')).toMatchObject({
      number: expect.any(String),
      organization: { id: admin.organizationId },
      devicesCount: expect.any(Number),
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    const group = { name: 'Fields', organizationId: admin.organizationId }
    await ask(admin, 'POST', '/device-groups/create', group)
    expect(await first('/device-groups', 'devicesGroups')).toMatchObject({
      id: expect.any(String),
      organizationId: admin.organizationId,
    })
    const { layout } = (await ask(admin, 'POST', '/layout', document('Of fields'))) as unknown as {
      layout: { id: string }
    }
    const story = { name: 'Fields', type: 'designed', items: [{ layoutId: layout.id, duration: 5 }] }
    expect(await ask(admin, 'POST', '/storyboards/create', story)).toMatchObject({
      storyboard: { id: expect.any(String), status: 'pending' },
    })
    expect(await first('/cards', 'cards')).toMatchObject({
      id: expect.any(String),
      name: expect.any(String),
      thumbnailId: expect.any(String),
    })
    const make = async (name: string, folderId: string | null) =>
      (await ask(admin, 'POST', '/media/folders', { name, folderId })) as unknown as {
        folder: { id: string }
      }
    const parent = (await make('Fields', null)).folder
    expect(parent).toMatchObject({ name: 'Fields', folderId: null })
    const child = (await make('Inside', parent.id)).folder
    const content = await picture('coral')
    const sent = form([
      { name: 'coral.png', content },
      { field: 'folderId', content: parent.id },
    ])
    const { media } = (await ask(admin, 'POST', '/media', sent)) as unknown as { media: { id: string }[] }
    expect(await ask(admin, 'GET', `/media/${media[0]?.id}`)).toMatchObject({
      media: {
        name: 'coral.png',
        src: expect.any(String),
        mimetype: 'image/png',
        size: content.length,
        url: expect.any(String),
        cardId: null,
      },
    })
    expect(await ask(admin, 'GET', `/media/folders/${parent.id}`)).toMatchObject({
      folder: { media: [{ id: media[0]?.id }], folders: [{ id: child.id, folderId: parent.id }] },
    })
  })

  it('C-019, C-017: lookups and the profile answer under their keys', async () => {
    const { data } = (await ask(admin, 'GET', '/lookups/timezones')) as unknown as { data: unknown[] }
    expect(data).toHaveLength(25)
    await ask(admin, 'GET', '/lookups/nothing', undefined, 404)
    expect(await ask(admin, 'GET', '/auth/profile')).toHaveProperty('profile.organizationId')
  })

  it('slashes at both ends are taken as they come', async () => {
    const base = `${server().origins.console}/api`
    const headers = { authorization: `Bearer ${admin.token}` }
    for (const path of ['/buildings/', '//buildings', '/user/', '/media/', '/layout/?type=designed'])
      expect((await fetch(`${base}${path}`, { headers })).status, path).toBe(200)
  })

  it('a screen that nobody connected is no device', async () => {
    await ask(server().as(), 'POST', '/player/pairing', { screen: FACTS }, 201)
  })
})
