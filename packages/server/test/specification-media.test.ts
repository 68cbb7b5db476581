import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import { type Caller, useServer } from './harness.ts'
import { fetchFile, form, picture, video } from './uploads.ts'
import { zipOf } from './zip.ts'

/** Like the other calls of the specification: by a client that knows nothing of our contract. */
describe('the media calls of the specification', () => {
  const server = useServer()
  let admin: Caller & { organizationId: string }
  let other: Caller & { organizationId: string }

  beforeAll(async () => {
    admin = await server().organization()
    other = await server().organization()
  })

  it('C-054, C-055, C-059…C-065: media', async () => {
    const { folder } = (await ask(admin, 'POST', '/media/folders', {
      name: 'Pictures',
      folderId: null,
    })) as unknown as { folder: { id: string } }
    const png = await picture('olive')
    const sent = form([
      { field: 'media', name: 'olive.png', content: png },
      { field: 'media', name: 'clip.mp4', content: video(), type: 'video/mp4' },
      { field: 'thumbnail', name: 'olive.jpg', content: await picture('olive') },
      { field: 'thumbnail', name: 'clip.jpg', content: await picture('navy') },
      { field: 'folderId', content: folder.id },
    ])
    const { media } = (await ask(admin, 'POST', '/media', sent)) as unknown as {
      media: { id: string; mimetype: string; url: string; name: string; folderId: string }[]
    }
    expect(media.map(({ mimetype, folderId }) => [mimetype, folderId])).toEqual([
      ['image/png', folder.id],
      ['video/mp4', folder.id],
    ])
    const id = media[0]?.id ?? ''
    const one = (await ask(admin, 'GET', `/media/${id}`)) as unknown as { media: { url: string } }
    expect(one.media).toMatchObject({ mimetype: 'image/png', name: 'olive.png', url: expect.any(String) })
    const bytes = await fetchFile(server(), admin, `/media/download/${id}`)
    expect(Buffer.from(await bytes.arrayBuffer()).equals(png)).toBe(true)
    const shown = await fetchFile(server(), admin, one.media.url)
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true)
    await ask(admin, 'PUT', `/media/${id}`, { name: 'Olives' })
    expect((await ask(admin, 'GET', `/media/${id}`)) as object).toMatchObject({ media: { name: 'Olives' } })
    const root = (await ask(admin, 'GET', '/media')) as unknown as { media: { media: []; folders: object[] } }
    expect(root.media).toEqual({ media: [], folders: [expect.objectContaining({ id: folder.id })] })
    expect(await ask(admin, 'DELETE', `/media/${id}`, {})).toEqual({ id })
  })

  it('C-057, C-058: the files of a package below its preview address', async () => {
    const schema = { title: { type: 'textbox', label: 'Title' } }
    const content = zipOf([
      { name: 'index.html', content: '<p>Hello</p>' },
      { name: 'schema.json', content: JSON.stringify(schema) },
      { name: 'model.json', content: '{}' },
    ])
    const { media } = (await ask(
      admin,
      'POST',
      '/media',
      form([{ name: 'pack.zip', content, type: 'application/zip' }]),
    )) as unknown as { media: { id: string; url: string }[] }
    const base = `/media/preview/${admin.organizationId}/${media[0]?.id}`
    for (const [file, json] of [
      ['schema.json', { title: { type: 'textbox', label: 'Title' } }],
      ['model.json', { title: '' }],
    ] as const) {
      const answer = await fetchFile(server(), admin, `${base}/${file}`)
      expect([answer.status, await answer.json()], file).toEqual([200, expect.objectContaining(json)])
    }
    expect((await fetchFile(server(), admin, `${base}/widgets.json`)).status).toBe(404)
    expect((await fetchFile(server(), other, `${base}/schema.json`)).status).toBe(404)
  })

  it('C-066…C-070: folders', async () => {
    const make = async (name: string, folderId: string | null) =>
      (await ask(admin, 'POST', '/media/folders', { name, folderId })) as unknown as {
        folder: { id: string }
      }
    const parent = (await make('Parent', null)).folder.id
    const child = (await make('Child', parent)).folder.id
    const { folder } = (await ask(admin, 'GET', `/media/folders/${parent}`)) as unknown as {
      folder: { media: unknown[]; folders: { id: string }[]; path: unknown[] }
    }
    expect(folder).toMatchObject({ id: parent, name: 'Parent', media: [], folders: [{ id: child }] })
    await ask(admin, 'PUT', `/media/folders/${child}`, { name: 'Moved', folderId: null })
    expect(await ask(admin, 'GET', `/media/folders/${child}`)).toMatchObject({
      folder: { name: 'Moved', folderId: null },
    })
    expect(await ask(admin, 'DELETE', `/media/folders/${parent}`, {})).toEqual({ id: parent })
  })
})
