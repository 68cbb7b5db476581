import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '#test/ask.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { fetchFile, form, picture, video } from '#test/uploads.ts'
import { zipOf } from '#test/zip.ts'

/** Like the other calls of the specification: by a client without our contract. */
describe('the media calls of the specification', () => {
  const server = useServer()
  let admin: Caller & { organizationId: string }
  let other: Caller & { organizationId: string }

  beforeAll(async () => {
    admin = await server().organization()
    other = await server().organization()
  })

  describe('media', () => {
    let folderId = ''
    let png: Buffer
    let sent: { id: string; mimetype: string; name: string; url: string; folderId: string }[]
    beforeAll(async () => {
      const made = await ask(admin, 'POST', '/media/folders', { name: 'Pictures', folderId: null })
      folderId = (made as unknown as { folder: { id: string } }).folder.id
      png = await picture('olive')
      const parts = form([
        { field: 'media', name: 'olive.png', content: png },
        { field: 'media', name: 'clip.mp4', content: video(), type: 'video/mp4' },
        { field: 'thumbnail', name: 'olive.jpg', content: await picture('olive') },
        { field: 'thumbnail', name: 'clip.jpg', content: await picture('navy') },
        { field: 'folderId', content: folderId },
      ])
      sent = ((await ask(admin, 'POST', '/media', parts)) as unknown as { media: typeof sent }).media
    })
    const bytesOf = async (path: string) =>
      Buffer.from(await (await fetchFile(server(), admin, path)).arrayBuffer())
    const one = async (id = sent[0]?.id) =>
      ((await ask(admin, 'GET', `/media/${id}`)) as unknown as { media: { url: string } }).media

    it('C-054: the list has the contents of Root', async () => {
      const root = await ask(admin, 'GET', '/media')
      expect(root).toEqual({ media: { media: [], folders: [expect.objectContaining({ id: folderId })] } })
    })
    it('C-055: one has its kind, its address and its name, under media', async () => {
      const found = await one()
      expect(found).toMatchObject({ mimetype: 'image/png', name: 'olive.png' })
      expect((await bytesOf(found.url)).equals(png)).toBe(true)
    })
    it('C-059: the download is the file, byte for byte', async () => {
      expect((await bytesOf(`/media/download/${sent[0]?.id}`)).equals(png)).toBe(true)
    })
    it('C-060: an upload that is not multipart is refused', async () => {
      const answer = await admin.call('POST', '/media', { media: 'olive.png' })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    })
    it('C-061: every part called media is stored, in the order sent', () => {
      expect(sent.map(({ name, mimetype }) => [name, mimetype])).toEqual([
        ['olive.png', 'image/png'],
        ['clip.mp4', 'video/mp4'],
      ])
    })
    it('C-062: the parts called thumbnail belong to the media in the same order', async () => {
      const colors = await Promise.all(
        sent.map(async ({ id }) => {
          const { thumbnailId } = (await one(id)) as unknown as { thumbnailId: string }
          const bytes = await bytesOf(`/thumbnail/download/${thumbnailId}`)
          const { dominant } = await sharp(bytes).stats()
          return dominant.b > dominant.r ? 'navy' : 'olive'
        }),
      )
      expect(colors).toEqual(['olive', 'navy'])
    })
    it('C-063: they are in the folder of folderId', async () => {
      expect(sent.map((each) => each.folderId)).toEqual([folderId, folderId])
      expect(await ask(admin, 'GET', `/media/folders/${folderId}`)).toMatchObject({
        folder: { media: expect.arrayContaining(sent.map(({ id }) => expect.objectContaining({ id }))) },
      })
    })
    it('C-064: one gets another name', async () => {
      await ask(admin, 'PUT', `/media/${sent[0]?.id}`, { name: 'Olives' })
      expect(await one()).toMatchObject({ name: 'Olives' })
    })
    it('C-065: one is deleted', async () => {
      const id = sent[1]?.id
      expect(await ask(admin, 'DELETE', `/media/${id}`, {})).toEqual({ id })
      await ask(admin, 'GET', `/media/${id}`, undefined, 404)
    })
  })

  describe('a package', () => {
    const TITLE = { title: { type: 'textbox', label: 'Title' } }
    const WIDGETS = [{ name: 'clock' }]
    const FILES = {
      'schema.json': TITLE,
      'model.json': { title: 'Hello' },
      'widgets.json': WIDGETS,
    }
    const packed = async (files: Record<string, unknown>) => {
      const json = Object.entries(files).map(([name, value]) => ({ name, content: JSON.stringify(value) }))
      const content = zipOf([{ name: 'index.html', content: '<p>Hello</p>' }, ...json])
      const parts = form([{ name: 'pack.zip', content, type: 'application/zip' }])
      const { media } = (await ask(admin, 'POST', '/media', parts)) as unknown as {
        media: { id: string; url: string }[]
      }
      return { base: `/media/preview/${admin.organizationId}/${media[0]?.id}`, url: media[0]?.url }
    }
    it.each(Object.entries(FILES))('C-057: its %s is answered as JSON', async (file, json) => {
      const { base } = await packed(FILES)
      const answer = await fetchFile(server(), admin, `${base}/${file}`)
      expect([answer.status, await answer.json()]).toEqual([200, json])
    })
    it('C-057: a file that it does not have is not found', async () => {
      const { base } = await packed({ 'schema.json': TITLE })
      expect((await fetchFile(server(), admin, `${base}/widgets.json`)).status).toBe(404)
    })
    it('C-058: its address is the base of its preview, for its own organization', async () => {
      const { base, url } = await packed(FILES)
      expect(url).toBe(`${base}/`)
      expect((await fetchFile(server(), other, `${base}/schema.json`)).status).toBe(404)
    })
  })

  describe('folders', () => {
    type Answer = { folder: { id: string } }
    const make = async (name: string, folderId: string | null) =>
      ((await ask(admin, 'POST', '/media/folders', { name, folderId })) as unknown as Answer).folder
    const read = (id: string, status?: number) => ask(admin, 'GET', `/media/folders/${id}`, undefined, status)

    it('C-066: one is created', async () => {
      const folder = await make('New', null)
      expect(folder).toMatchObject({ id: expect.any(String), name: 'New', folderId: null })
      expect(await read(folder.id)).toMatchObject({ folder: { name: 'New' } })
    })
    it('C-067: one is renamed and moved', async () => {
      const [parent, other] = [await make('Old home', null), await make('New home', null)]
      const child = await make('Child', parent.id)
      await ask(admin, 'PUT', `/media/folders/${child.id}`, { name: 'Moved', folderId: other.id })
      expect(await read(child.id)).toMatchObject({ folder: { name: 'Moved', folderId: other.id } })
      expect(await read(parent.id)).toMatchObject({ folder: { folders: [] } })
    })
    it('C-068: one is deleted, with those in it', async () => {
      const parent = await make('Going', null)
      const child = await make('Going along', parent.id)
      expect(await ask(admin, 'DELETE', `/media/folders/${parent.id}`, {})).toEqual({ id: parent.id })
      await read(parent.id, 404)
      await read(child.id, 404)
    })
    it('C-069: one is opened, with the media and folders in it', async () => {
      const parent = await make('Opened', null)
      const child = await make('Below', parent.id)
      expect(await read(parent.id)).toMatchObject({
        folder: { id: parent.id, name: 'Opened', media: [], folders: [{ id: child.id, name: 'Below' }] },
      })
    })
  })
})
