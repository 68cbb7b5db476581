import { once } from 'node:events'
import { connect } from 'node:net'
import { DOCUMENT_BYTES } from '@vitrine/contract/body-limits'
import { describe, expect, it, vi } from 'vitest'
import { page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { form, noise, picture } from '#test/uploads.ts'
import { zipOf } from '#test/zip.ts'
import { storageUse } from './queries.ts'

/** A page whose document has about this many bytes. */
const large = (bytes: number, name = 'Large') => {
  const value = 'x'.repeat(Math.max(0, bytes - JSON.stringify(page()).length - 60))
  return { ...page(), name, config: { inputs: [{ name: 'w1-other', value }] } }
}
const kinds = [
  ['card', (admin: Caller, body: object) => admin.api.cards.create({ body: body as never })],
  ['layout', (admin: Caller, body: object) => admin.api.layouts.create({ body: body as never })],
  [
    'template',
    (admin: Caller, body: object) =>
      admin.api.designs.create({ body: { ...body, isTemplate: true } as never }),
  ],
] as const

describe('limits of pages', () => {
  const server = useServer({ PAGES_MB_PER_ORGANIZATION: '2', PAGES_PER_ORGANIZATION: '6' })
  const use = async (organizationId: string) =>
    (await storageUse(server().services.database, [{ id: organizationId }])).get(organizationId)

  it.each(kinds)('a %s may have 512 kB, and the refusal names the limit', async (_name, create) => {
    const admin = await server().organization()
    await create(admin, large(DOCUMENT_BYTES - 200))
    const { status, body } = await refused(create(admin, large(DOCUMENT_BYTES + 200, 'Larger')))
    expect([status, body.errKey]).toEqual([413, 'DOCUMENT_TOO_LARGE'])
    expect(body.message).toContain('512 kB')
  })

  it('a larger one from before the limit can be read, reduced and deleted', async () => {
    const admin = await server().organization()
    const { id } = (await admin.api.layouts.create({ body: large(2000) as never })).layout
    const stored = async (bytes: number) => {
      const { name: _, ...rest } = large(bytes)
      const document = JSON.stringify(rest)
      await server()
        .services.database.updateTable('pages')
        .set({ document, bytes: document.length })
        .where('id', '=', id)
        .execute()
    }
    const save = (bytes: number) => admin.api.layouts.update({ params: { id }, body: large(bytes) as never })
    await stored(3_000_000)
    expect((await admin.api.layouts.get({ params: { id } })).layout.config.inputs).toHaveLength(1)
    expect((await refused(save(3_100_000))).status).toBe(413)
    await save(2_500_000)
    await save(700_000)
    expect((await refused(save(800_000))).status).toBe(413)
    await save(100_000)
    expect((await refused(save(800_000))).errKey).toMatch(/TOO_LARGE/)
    await stored(3_000_000)
    await admin.api.layouts.remove({ params: { id } })
  })

  it('an organization has a limited number of pages of any kind', async () => {
    const admin = await server().organization()
    for (const n of [0, 1, 2])
      for (const [, create] of kinds.slice(0, 2)) await create(admin, large(500, `Page ${n}`))
    for (const [, create] of kinds) {
      const { body } = await refused(create(admin, large(500, 'One more')))
      expect(body).toMatchObject({ errKey: 'STORAGE_LIMIT', message: expect.stringContaining('6') })
    }
    const [card] = (await admin.api.cards.list()).cards
    const copy = admin.api.cards.duplicate({ params: { id: card?.id ?? '' }, body: { name: 'Copy' } })
    expect((await refused(copy)).errKey).toBe('STORAGE_LIMIT')
    await admin.api.cards.remove({ params: { id: card?.id ?? '' } })
    await kinds[1][1](admin, large(500, 'One more'))
  })

  it('pages, versions and thumbnails have a limit even if files have none; versions are deleted to make room for edits', async () => {
    const admin = await server().organization()
    const { id } = (await admin.api.layouts.create({ body: large(400_000) as never })).layout
    const save = (bytes: number) => admin.api.layouts.update({ params: { id }, body: large(bytes) as never })
    for (let n = 0; n < 8; n++) await save(400_000 + n * 100)
    const { pages = 0, total } = (await use(admin.organizationId)) ?? {}
    expect(pages).toBe(total)
    expect(pages).toBeGreaterThan(1.2 * 2 ** 20)
    expect(pages).toBeLessThanOrEqual(2 * 2 ** 20)
    const { versions } = await admin.api.layouts.versions({ params: { id } })
    expect(versions[0]?.version).toBe(9)
    await kinds[0][1](admin, large(10_000))
    expect((await refused(kinds[0][1](admin, large(500_000, 'Too much')))).errKey).toBe('STORAGE_LIMIT')
    const image = await noise(700_000)
    const thumbnail = await admin.call(
      'POST',
      '/thumbnail/createCardThumbnail',
      form([{ field: 'thumbnail', name: 'a.png', content: image }]),
    )
    expect([thumbnail.status, thumbnail.body]).toMatchObject([413, { errKey: 'STORAGE_LIMIT' }])
    // Edits that shrink a page are always saved.
    await save(300_000)
    await save(299_000)
  })

  it('a limit of the organization counts everything that it stores', async () => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const params = { id: admin.organizationId }
    await superAdmin.api.organizations.update({ params, body: { name: 'Limited', storageMb: 1 } })
    const send = (name: string, content: Buffer) => admin.call('POST', '/media', form([{ name, content }]))
    const bomb = zipOf([
      { name: 'index.html', content: '<p>Hello</p>' },
      { name: 'large.txt', content: 'x'.repeat(3_000_000), packed: true },
    ])
    expect(bomb.length).toBeLessThan(20_000)
    expect((await send('bomb.zip', bomb)).body).toMatchObject({ errKey: 'STORAGE_LIMIT' })
    await kinds[0][1](admin, large(400_000))
    const { storage } = (await admin.api.organizations.get({ params })).organization
    expect(storage.used).toBeGreaterThanOrEqual(799_000)
    expect((await send('a.png', await noise(700_000))).body).toMatchObject({ errKey: 'STORAGE_LIMIT' })
    expect((await send('a.png', await picture())).status).toBe(201)
  })

  const limitedTo = async (storageMb: number) => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const params = { id: admin.organizationId }
    await superAdmin.api.organizations.update({
      params,
      body: { name: `Limited ${admin.organizationId}`, storageMb },
    })
    return admin
  }

  it('small files and pages fill an organization to its limit, and never exceed it', async () => {
    const admin = await limitedTo(2)
    const params = { id: admin.organizationId }
    const bytes = async () => (await admin.api.organizations.get({ params })).organization.storage.used
    const image = await noise(60_000)
    const send = async (n: number) => {
      const content = Buffer.concat([image, Buffer.from(`${n}`)])
      return (await admin.call('POST', '/media', form([{ name: `${n}.png`, content }]))).status
    }
    for (let n = 0; n < 4; n++) {
      await kinds[0][1](admin, large(20_000, `${n}`))
      expect(await send(n)).toBe(201)
    }
    let sent = 4
    while (sent < 100 && (await send(sent)) === 201) sent++
    expect(sent).toBeLessThan(100)
    expect(await bytes()).toBeLessThanOrEqual(2 * 2 ** 20)
    expect(await bytes()).toBeGreaterThan(2 * 2 ** 20 - 200_000)
  })

  it('a package is refused while it unpacks, before it exceeds the limit on disk', async () => {
    const admin = await limitedTo(3)
    const { blobs } = server().services
    const stage = vi.spyOn(blobs, 'stage')
    const entries = Array.from({ length: 20 }, (_, n) => ({
      name: `${n}.txt`,
      content: `${n}`.repeat(1_000_000),
      packed: true,
    }))
    const bomb = zipOf([{ name: 'index.html', content: '<p>Hello</p>' }, ...entries])
    const refusal = await admin.call('POST', '/media', form([{ name: 'bomb.zip', content: bomb }]))
    expect([refusal.status, refusal.body]).toMatchObject([413, { errKey: 'STORAGE_LIMIT' }])
    const staged = (await Promise.allSettled(stage.mock.results.map(({ value }) => value))).map((result) =>
      result.status === 'fulfilled' ? result.value.size : 0,
    )
    stage.mockRestore()
    expect(staged.length).toBeGreaterThan(2)
    expect(staged.reduce((sum, size) => sum + size, 0)).toBeLessThan(3 * 2 ** 20)
    // All staged files are deleted, and their room is free again.
    expect(
      (await admin.call('POST', '/media', form([{ name: 'a.png', content: await noise(2_500_000) }]))).status,
    ).toBe(201)
  })

  it('files are refused while they arrive, including those of other calls', async () => {
    const admin = await limitedTo(2)
    const { hostname, port } = new URL(server().origins.console)
    const begin = async (bytes: number) => {
      const line = connect(Number(port), hostname)
      await once(line, 'connect')
      const head = [
        'POST /api/media HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${admin.token}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Transfer-Encoding: chunked',
      ]
      const part = '--b\r\nContent-Disposition: form-data; name="media"; filename="a.png"\r\n\r\n'
      const sent = `${part}${'x'.repeat(bytes)}`
      line.write(`${head.join('\r\n')}\r\n\r\n${sent.length.toString(16)}\r\n${sent}\r\n`)
      const answer = once(line, 'data').then(([data]) => String(data))
      return { line, answer }
    }
    const first = await begin(1_500_000)
    const second = await begin(1_500_000)
    // Incomplete bodies.
    expect(await Promise.race([first.answer, second.answer])).toMatch(/^HTTP\/1.1 413[\s\S]*STORAGE_LIMIT/)
    first.line.destroy()
    second.line.destroy()
    await expect
      .poll(
        async () =>
          (await admin.call('POST', '/media', form([{ name: 'a.png', content: await noise(1_500_000) }])))
            .status,
        { timeout: 30_000 },
      )
      .toBe(201)
  })

  it('a file that declares its length is refused immediately, with a reason, before it has arrived', async () => {
    const admin = await limitedTo(1)
    const content = await noise(30_000_000)
    for (const _ of [1, 2, 3]) {
      const { status, body } = await admin.call('POST', '/media', form([{ name: 'a.png', content }]))
      expect([status, body]).toMatchObject([413, { errKey: 'STORAGE_LIMIT' }])
    }
    expect(
      (await admin.call('POST', '/media', form([{ name: 'a.png', content: await noise(1_000_000) }]))).status,
    ).toBe(201)
  })

  it('resumable uploads count from their announcement, for all people of the organization together', async () => {
    const admin = await limitedTo(5)
    const colleague = await server().user(admin, ['media'])
    const announce = (caller: Caller, bytes: number) =>
      caller.call('POST', '/media/uploads', undefined, {
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes),
      })
    const first = await announce(admin, 3_000_000)
    expect(first.status).toBe(201)
    expect((await announce(colleague, 3_000_000)).body).toMatchObject({ errKey: 'STORAGE_LIMIT' })
    expect((await announce(colleague, 1_000_000)).status).toBe(201)
    const id = first.headers.get('location')?.split('/').at(-1) ?? ''
    await admin.call('DELETE', `/media/uploads/${id}`, undefined, { 'tus-resumable': '1.0.0' })
    expect((await announce(colleague, 3_000_000)).status).toBe(201)
  })

  it('storyboards have a total limit, because lists include their items', async () => {
    const admin = await server().organization()
    const { id: layoutId } = (await admin.api.layouts.create({ body: large(500) as never })).layout
    const body = (n: number, count: number) => ({
      name: `Story ${n}`,
      type: 'designed' as const,
      items: Array.from({ length: count }, () => ({ layoutId, duration: 5 })),
    })
    const { id } = (await admin.api.storyboards.create({ body: body(0, 5) })).storyboard
    await server()
      .services.database.updateTable('storyboards')
      .set({ items: JSON.stringify(Array.from({ length: 80_000 }, () => ({ layoutId, duration: 5 }))) })
      .where('id', '=', id)
      .execute()
    expect((await refused(admin.api.storyboards.create({ body: body(1, 1) }))).errKey).toBe('STORAGE_LIMIT')
    await admin.api.storyboards.update({ params: { id }, body: body(0, 500) })
    await admin.api.storyboards.create({ body: body(1, 1) })
  })
})
