import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '#test/ask.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { fetchFile, form, picture } from '#test/uploads.ts'

const PAGE = { width: 1920, height: 1080, widgets: [], config: { inputs: [] } }

/** Like the calls of the specification: by a client without our contract. */
describe('the fields of the specification', () => {
  const server = useServer()
  let superAdmin: Caller
  let admin: Caller & { organizationId: string; email: string }
  let other: Caller & { organizationId: string }

  beforeAll(async () => {
    superAdmin = await server().signIn()
    admin = await server().organization()
    other = await server().organization()
  })

  const post = async <T>(path: string, body: object): Promise<T> =>
    (await ask(admin, 'POST', path, body)) as unknown as T
  const newLicence = (number: string, organizationId: string) => {
    const body = { number, devicesCount: 4, expiresAt: '2031-12-31', organizationId }
    return ask(superAdmin, 'POST', '/licences/create', body)
  }

  describe('the fields of', () => {
    const first = async (caller: Caller, path: string, key: string) =>
      ((await ask(caller, 'GET', path)) as unknown as Record<string, object[]>)[key]?.[0]
    const text = expect.any(String)

    it('E-001: the profile', async () => {
      const { profile } = (await ask(admin, 'GET', '/auth/profile')) as unknown as { profile: object }
      expect(profile).toMatchObject({ email: admin.email, role: '1', organizationId: admin.organizationId })
    })
    it('E-003: a user, who never has a password', async () => {
      const user = await first(admin, '/user', 'users')
      expect(user).toMatchObject({
        id: text,
        email: text,
        role: expect.stringMatching(/^[012]$/),
        firstName: text,
        lastName: text,
        organizationId: admin.organizationId,
      })
      expect(JSON.stringify(user)).not.toMatch(/password|hash/i)
    })
    it('P-003: a user with permissions', async () => {
      const { user } = await post<{ user: { id: string } }>('/user/create', {
        firstName: 'Uma',
        lastName: 'User',
        email: 'uma@fields.test',
        role: '2',
        permissions: ['cards', 'media'],
        password: 'Sunny-days-4',
      })
      expect(await ask(admin, 'GET', `/user/${user.id}`)).toMatchObject({
        user: { permissions: expect.arrayContaining(['cards', 'media']) },
      })
    })
    it('E-007: an organization', async () => {
      expect(await first(superAdmin, '/organizations', 'organizations')).toMatchObject({ id: text })
    })
    it.each(['building', 'licence', 'device'] as const)('E-008: a %s', async (one) => {
      if (one === 'building')
        await post('/buildings/create', { name: 'Tower', location: 'Cairo', floors: [{ name: 'Ground' }] })
      if (one === 'device') await TestScreen.claim(server(), admin, { name: 'Entrance' })
      if (one === 'licence') await newLicence('FIELDS-0', admin.organizationId)
      expect(await first(admin, `/${one}s`, `${one}s`)).toMatchObject({ id: text })
    })
    it('E-009: a licence', async () => {
      await newLicence('FIELDS-1', other.organizationId)
      expect(await first(other, '/licences', 'licences')).toMatchObject({
        number: 'FIELDS-1',
        organization: { id: other.organizationId },
        devicesCount: 4,
        expiresAt: '2031-12-31',
      })
    })
    it('E-010: a device group', async () => {
      const { deviceGroup } = await post<{ deviceGroup: object }>('/device-groups/create', {
        name: 'Fields',
        organizationId: admin.organizationId,
      })
      expect(deviceGroup).toMatchObject({ id: text, organizationId: admin.organizationId })
    })
    it('E-011: a storyboard, which is pending at first', async () => {
      const { layout } = await post<{ layout: { id: string } }>('/layout', { ...PAGE, name: 'Fields' })
      const items = [{ layoutId: layout.id, duration: 5 }]
      const body = { name: 'Fields', type: 'designed', items }
      const { id } = (await post<{ storyboard: { id: string } }>('/storyboards/create', body)).storyboard
      expect(await ask(admin, 'GET', `/storyboards/${id}`)).toMatchObject({
        storyboard: { id, status: 'pending' },
      })
    })
    it('E-012: a card', async () => {
      const sent = form([{ field: 'thumbnail', name: 'card.png', content: await picture('plum') }])
      const { thumbnailId } = await post<{ thumbnailId: string }>('/thumbnail/createCardThumbnail', sent)
      const body = { ...PAGE, name: 'Fields', thumbnailId }
      const { card } = await post<{ card: object }>('/cards/create', body)
      expect(card).toMatchObject({ id: text, name: 'Fields', thumbnailId })
    })
  })

  describe('folders and media', () => {
    let parent = ''
    let child = ''
    let media: { id: string; url: string } | undefined
    let content: Buffer
    beforeAll(async () => {
      const make = async (name: string, folderId: string | null) =>
        (await post<{ folder: { id: string } }>('/media/folders', { name, folderId })).folder.id
      parent = await make('Fields', null)
      child = await make('Inside', parent)
      content = await picture('coral')
      const sent = form([
        { name: 'coral.png', content },
        { field: 'folderId', content: parent },
      ])
      media = (await post<{ media: { id: string; url: string }[] }>('/media', sent)).media[0]
    })
    const opened = async (id: string) =>
      ((await ask(admin, 'GET', `/media/folders/${id}`)) as unknown as { folder: object }).folder

    it('E-013: a media item has its fields, and its address answers the file', async () => {
      expect(await ask(admin, 'GET', `/media/${media?.id}`)).toMatchObject({
        media: {
          id: media?.id,
          name: 'coral.png',
          src: expect.any(String),
          mimetype: 'image/png',
          size: content.length,
          url: expect.any(String),
          cardId: null,
        },
      })
      const file = await fetchFile(server(), admin, media?.url ?? '')
      expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
    })
    it('E-016: a folder has its id, its name and its parent', async () => {
      expect(await opened(parent)).toMatchObject({ id: parent, name: 'Fields', folderId: null })
      expect(await opened(child)).toMatchObject({ id: child, name: 'Inside', folderId: parent })
    })
    it('E-017: a folder lists the folders in it', async () => {
      expect(await opened(parent)).toMatchObject({ folders: [{ id: child }] })
      expect(await opened(child)).toMatchObject({ folders: [] })
    })
    it('E-018: a folder lists the media in it beside its folders', async () => {
      expect(await opened(parent)).toMatchObject({ media: [{ id: media?.id }], folders: [{ id: child }] })
      expect(await opened(child)).toMatchObject({ media: [] })
    })
  })
})
