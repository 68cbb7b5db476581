import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '#test/ask.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'
import { fetchFile, form, picture } from '#test/uploads.ts'

/**
 * A client built from the specification alone: methods, paths, and keys exactly as specified, mixed slashes and
 * spellings included.
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

  const post = async <T>(path: string, body: object): Promise<T> =>
    (await ask(admin, 'POST', path, body)) as unknown as T
  const newLayout = async (name: string) =>
    (await post<{ layout: { id: string } }>('/layout', document(name))).layout.id
  const newStory = async (name: string) => {
    const items = [{ layoutId: await newLayout(name), duration: 5 }]
    const body = { name, type: 'designed', items }
    return (await post<{ storyboard: { id: string } }>('/storyboards/create', body)).storyboard.id
  }
  const decide = (id: string, word: string, status = 200) =>
    ask(admin, 'PUT', `/storyboards/${id}/${word}`, {}, status)
  const idsOf = async (caller: Caller, path: string) => {
    const [list] = Object.values(await ask(caller, 'GET', path)) as unknown as { id: string }[][]
    return list?.map(({ id }) => id) ?? []
  }

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

  describe('cards, their thumbnails and screenshots', () => {
    let thumbnailId = ''
    let cardId = ''
    beforeAll(async () => {
      const content = form([{ field: 'thumbnail', name: 'card.png', content: await picture('plum') }])
      const answer = await post<{ thumbnailId: string }>('/thumbnail/createCardThumbnail', content)
      thumbnailId = answer.thumbnailId
      const body = { ...document('Pictured'), thumbnailId }
      cardId = (await post<{ card: { id: string } }>('/cards/create', body)).card.id
    })

    it('C-085: a thumbnail is uploaded, and a card can have it', async () => {
      expect(thumbnailId).toEqual(expect.any(String))
      expect(await ask(admin, 'GET', `/cards/${cardId}`)).toMatchObject({ card: { thumbnailId } })
    })
    it('C-086: its part is called thumbnail', async () => {
      const other = form([{ field: 'picture', name: 'card.png', content: await picture('plum') }])
      await ask(admin, 'POST', '/thumbnail/createCardThumbnail', other, 400)
    })
    it('C-084: a duplicate has the given name and the same content', async () => {
      const { card } = await post<{ card: { id: string } }>(`/cards/duplicate/${cardId}`, { name: 'Twin' })
      expect(card).toMatchObject({ name: 'Twin', widgets, config: { inputs } })
      expect(card.id).not.toBe(cardId)
      expect(await ask(admin, 'GET', `/cards/${cardId}`)).toMatchObject({ card: { name: 'Pictured' } })
    })
    const fileBy = async (path: string) => {
      const sent = await fetchFile(server(), admin, path)
      expect([sent.status, sent.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ])
      expect((await sent.arrayBuffer()).byteLength).toBeGreaterThan(0)
      expect((await server().as().call('GET', path)).status).toBe(401)
      expect((await server().as().call('GET', `${path}?token=wrong`)).status).toBe(401)
    }
    it('C-087: a thumbnail is downloaded by a token in the address', () =>
      fileBy(`/thumbnail/download/${thumbnailId}`))
    it('C-088: a screenshot is downloaded by a token in the address', () =>
      fileBy(`/cards/card-screenshot/${cardId}`))
  })

  const newTemplate = async (name: string) =>
    (await post<{ card: { id: string } }>('/template-design/create', document(name))).card
  it('C-089: the design of a card is created', async () => {
    expect(await newTemplate('Designed')).toMatchObject({ name: 'Designed', widgets })
  })
  it('C-090: the design of a card is changed', async () => {
    const card = await newTemplate('Changed later')
    const wider = { ...document('Changed later'), widgets: [{ ...widgets[0], width: 900 }] }
    await ask(admin, 'PUT', `/template-design/${card.id}`, wider)
    expect(await ask(admin, 'GET', `/cards/${card.id}`)).toMatchObject({
      card: { name: 'Changed later', widgets: [{ width: 900 }] },
    })
  })

  it('C-092: layouts of another type than designed are none', async () => {
    const id = await newLayout('Listed')
    expect(await idsOf(admin, '/layout?type=designed')).toContain(id)
    expect(await ask(admin, 'GET', '/layout?type=other')).toEqual({ layoutList: [] })
  })

  describe('storyboards', () => {
    it('C-073: the pending ones of an organization, and no others', async () => {
      const [pending, decided] = [await newStory('Waiting'), await newStory('Decided')]
      await decide(decided, 'approved')
      const path = `/storyboards/pending?organizationId=${admin.organizationId}`
      const found = await idsOf(superAdmin, path)
      expect(found).toContain(pending)
      expect(found).not.toContain(decided)
      const theirs = `/storyboards/pending?organizationId=${other.organizationId}`
      expect(await idsOf(superAdmin, theirs)).toEqual([])
    })
    it('C-074: those of one organization', async () => {
      const id = await newStory('Ours')
      const of = (organizationId: string) => `/storyboards?organizationId=${organizationId}`
      expect(await idsOf(superAdmin, of(admin.organizationId))).toContain(id)
      expect(await idsOf(superAdmin, of(other.organizationId))).toEqual([])
    })
    it.each([
      ['G-020', 'rejected', 200, 'rejected'],
      ['C-078', 'approved', 200, 'approved'],
      ['C-078', 'pending', 400, 'pending'],
      ['S-011', 'foo', 400, 'pending'],
    ] as const)('%s: PUT {id}/%s answers %i, and it is %s', async (_row, word, status, becomes) => {
      const id = await newStory(`To be ${word}`)
      await decide(id, word, status)
      expect(await ask(admin, 'GET', `/storyboards/${id}`)).toMatchObject({ storyboard: { status: becomes } })
      const stillPending = await idsOf(admin, '/storyboards/pending')
      expect(stillPending.includes(id)).toBe(becomes === 'pending')
    })
    it('C-077: one that is scheduled is not deleted', async () => {
      const id = await newStory('Scheduled')
      const group = { name: 'Holds it', organizationId: admin.organizationId, storyboardId: id }
      await decide(id, 'approved')
      await post('/device-groups/create', group)
      const { errKey } = (await ask(admin, 'DELETE', `/storyboards/${id}`, {}, 409)) as { errKey?: string }
      expect(errKey).toBe('USED_IN_SCHEDULE')
      expect(await ask(admin, 'GET', `/storyboards/${id}`)).toMatchObject({ storyboard: { id } })
    })
  })

  describe('devices and their groups', () => {
    let screen: TestScreen
    let usual = ''
    let special = ''
    beforeAll(async () => {
      screen = await TestScreen.claim(server(), admin, { name: 'Entrance' })
      usual = await newStory('Usual')
      special = await newStory('Special')
      await decide(usual, 'approved')
      await decide(special, 'approved')
    })
    const device = async () =>
      ((await ask(admin, 'GET', `/devices/${screen.deviceId}`)) as unknown as { device: object }).device

    it('C-044: the list of devices', async () => {
      expect(await idsOf(admin, '/devices')).toEqual([screen.deviceId])
      expect(await idsOf(other, '/devices')).toEqual([])
    })
    it('C-045: one device, for its own organization alone', async () => {
      expect(await device()).toMatchObject({ id: screen.deviceId, name: 'Entrance' })
      await ask(other, 'GET', `/devices/${screen.deviceId}`, undefined, 404)
    })
    it('C-046: the story of a device is changed', async () => {
      expect(await device()).toMatchObject({ storyboardId: null })
      await ask(admin, 'POST', `/devices/${screen.deviceId}`, { storyboardId: special }, 200)
      expect(await device()).toMatchObject({ storyboardId: special })
    })
    it('C-051, C-048: a group gets another name, other devices and another schedule', async () => {
      const { deviceGroup } = await post<{ deviceGroup: { id: string } }>('/device-groups/create', {
        name: 'Before',
        organizationId: admin.organizationId,
      })
      const path = `/device-groups/${deviceGroup.id}`
      expect(await ask(admin, 'GET', path)).toMatchObject({
        deviceGroup: { name: 'Before', devices: [], storyboardId: null, schedule: { slots: [] } },
      })
      const slot = { from: '08:00 AM', to: '10:00 AM', storyboardId: special }
      await ask(admin, 'PUT', path, {
        name: 'After',
        organizationId: admin.organizationId,
        devices: [screen.deviceId],
        storyboardId: usual,
        schedule: { timezone: 'Etc/GMT-3', slots: [slot] },
      })
      expect(await ask(admin, 'GET', path)).toMatchObject({
        deviceGroup: {
          name: 'After',
          devices: [screen.deviceId],
          storyboardId: usual,
          schedule: { timezone: 'Etc/GMT-3', defaultStoryboardId: usual, slots: [slot] },
        },
      })
      expect(await device()).toMatchObject({ deviceGroupId: deviceGroup.id })
    })
    it('C-049: the groups of one organization', async () => {
      const theirs = { name: 'Theirs', organizationId: other.organizationId }
      const { deviceGroup } = (await ask(other, 'POST', '/device-groups/create', theirs)) as unknown as {
        deviceGroup: { id: string }
      }
      const of = (organizationId: string) => `/device-groups?organizationId=${organizationId}`
      expect(await idsOf(superAdmin, of(other.organizationId))).toEqual([deviceGroup.id])
      expect(await idsOf(superAdmin, of(admin.organizationId))).not.toContain(deviceGroup.id)
    })
    it('C-052: a group is deleted with its organization in the body, and not with another one', async () => {
      const body = { name: 'Short-lived', organizationId: admin.organizationId }
      const { deviceGroup } = await post<{ deviceGroup: { id: string } }>('/device-groups/create', body)
      const path = `/device-groups/${deviceGroup.id}`
      await ask(superAdmin, 'DELETE', path, { organizationId: other.organizationId }, 404)
      expect(await ask(admin, 'GET', path)).toMatchObject({ deviceGroup: { name: 'Short-lived' } })
      await ask(superAdmin, 'DELETE', path, { organizationId: admin.organizationId })
      await ask(admin, 'GET', path, undefined, 404)
    })
  })

  it('C-017: the profile answers under its key', async () => {
    expect(await ask(admin, 'GET', '/auth/profile')).toHaveProperty('profile.organizationId')
  })
  it('C-019: lookups answer under data, and unknown ones are not found', async () => {
    const { data } = (await ask(admin, 'GET', '/lookups/timezones')) as unknown as { data: unknown[] }
    expect(data).toHaveLength(25)
    await ask(admin, 'GET', '/lookups/nothing', undefined, 404)
  })

  it('slashes at both ends are taken as they come', async () => {
    const base = `${server().origins.console}/api`
    const headers = { authorization: `Bearer ${admin.token}` }
    for (const path of ['/buildings/', '//buildings', '/user/', '/media/', '/layout/?type=designed'])
      expect((await fetch(`${base}${path}`, { headers })).status, path).toBe(200)
  })

  it('an unclaimed screen is not a device', async () => {
    await ask(server().as(), 'POST', '/player/pairing', { screen: FACTS }, 201)
  })
})
