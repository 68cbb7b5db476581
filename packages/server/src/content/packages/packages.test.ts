import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { unpackFile } from '#content/uploads/unpacking/api.ts'
import type { AppError } from '#lib/errors.ts'
import { type Caller, refused, type TestServer, useServer } from '#test/harness.ts'
import { picture, refusedUpload, upload, uploadOne } from '#test/uploads.ts'
import { menuBoard, zipOf } from '#test/zip.ts'

const page = { name: 'index.html', content: '<h1>Hello</h1>' }

/** Loads a preview as a frame does: first with the token, then without. */
async function open(server: TestServer, caller: Caller, url: string) {
  const first = await fetch(`${server.origins.console}/api${url}?token=${caller.token}`, {
    redirect: 'manual',
  })
  const base = new URL(first.headers.get('location') ?? '', server.origins.console).href
  return { status: first.status, base, get: (file: string, init?: RequestInit) => fetch(base + file, init) }
}

const files = (server: TestServer, sub = '') =>
  readdirSync(path.join(server.folder, 'files', sub), { recursive: true }).map(String)
/** Files that weren't there before; those of other tests may be removed in the meantime. */
const added = (server: TestServer, before: readonly string[]) =>
  files(server).filter((name) => !before.includes(name))

describe('packages', () => {
  const server = useServer()

  it('passes the language of screens on to the page of a preview, without the token', async () => {
    const admin = await server().organization()
    const { url } = await uploadOne(admin, 'menu.zip', menuBoard())
    const locale = 'de-DE-u-hc-h23'
    const address = `${server().origins.console}/api${url}?token=${admin.token}&locale=${locale}`
    const { headers } = await fetch(address, { redirect: 'manual' })
    // It leads the console's frame, which a policy could refuse.
    expect(headers.get('content-security-policy')).toBeNull()
    expect(headers.get('location')).toMatch(new RegExp(`^/api/package-preview/[^?]+/\\?locale=${locale}$`))
  })

  it('C-057, C-058, P-005, U-004: a zip is unpacked, and its page, form and values are served at their URLs', async () => {
    const admin = await server().organization()
    const media = await uploadOne(admin, 'menu.zip', menuBoard())
    const base = `/media/preview/${admin.organizationId}/${media.id}/`
    expect(media).toMatchObject({ mimetype: 'application/zip', name: 'menu.zip', url: base })
    const json = async (file: string) => (await admin.call('GET', base + file)).body
    expect(await json('schema.json')).toMatchObject({ title: { type: 'textbox', label: 'Title' } })
    expect(await json('model.json')).toMatchObject({
      title: 'Today',
      logo: [],
      dishes: [{}, { price: '12.00' }],
    })
    expect(await json('widgets.json')).toMatchObject([{ name: 'Heading' }, { fields: ['dishes'] }])
    const shown = await open(server(), admin, base)
    expect(shown.status).toBe(302)
    expect(await (await shown.get('')).text()).toContain('<title>Menu board</title>')
    expect(await (await shown.get('model.json')).json()).toMatchObject({ ground: '#0b3d91' })
    expect((await shown.get('nothing.js')).status).toBe(404)
    const script = await open(server(), admin, `${base}board.js`)
    expect(script.base).toMatch(/board\.js$/)
  })

  it('serves files by extension alone, ignoring case, and ranges of them', async () => {
    const admin = await server().organization()
    const zip = zipOf([
      { name: 'Site/INDEX.HTML', content: 'page' },
      { name: 'Site/Bilder/Caf\u00e9.PNG', content: 'picture' },
      { name: 'Site/x.php', content: '<?php' },
      { name: 'Site/.htaccess', content: 'x' },
      { name: 'Site/__proto__', content: 'plain' },
      { name: 'Site/inner.zip', content: zipOf([page]) },
      { name: '__MACOSX/Site/._x', content: 'x' },
      { name: '.DS_Store', content: 'x' },
    ])
    const { url } = await uploadOne(admin, 'a.zip', zip)
    const shown = await open(server(), admin, url)
    const typeOf = async (file: string) => {
      const answer = await shown.get(file)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      return [answer.status, answer.headers.get('content-type')]
    }
    expect(await typeOf('index.html')).toEqual([200, 'text/html; charset=utf-8'])
    expect(await typeOf(encodeURI('bilder/cafe\u0301.png'))).toEqual([200, 'image/png'])
    for (const plain of ['x.php', '.htaccess', '__proto__', 'inner.zip'])
      expect(await typeOf(plain)).toEqual([200, 'application/octet-stream'])
    for (const absent of ['constructor', '.DS_Store', 'inner.zip/index.html', '../../../etc/passwd'])
      expect((await shown.get(absent)).status).toBe(404)
    const part = await shown.get('index.html', { headers: { range: 'bytes=1-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'ag'])
  })

  it('ISO-05: a preview has an unguessable address that expires and gives access to one version only', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const { url } = await uploadOne(admin, 'a.zip', zipOf([page]))
    const other = await uploadOne(admin, 'b.zip', zipOf([{ ...page, content: 'other' }]))
    expect((await fetch(`${server().origins.console}/api${url}`)).status).toBe(401)
    for (const path of [url, url.replace(admin.organizationId, stranger.organizationId)])
      expect((await stranger.call('GET', path)).status).toBe(404)
    const { base, get } = await open(server(), admin, url)
    expect(base).not.toContain(admin.token)
    const answer = await get('')
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-scripts; frame-ancestors 'self' http/,
    )
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('permissions-policy')).toContain('camera=()')
    const key = base.split('/').at(-2) ?? ''
    const [hash = '', expires = '', signature = ''] = key.split('.')
    const elsewhere = (await open(server(), admin, other.url)).base.split('/').at(-2)?.split('.')[0] ?? ''
    for (const forged of [
      `${elsewhere}.${expires}.${signature}`,
      `${hash}.zzzzzzzzz.${signature}`,
      `${hash}.${expires}.`,
      hash,
    ])
      expect((await fetch(base.replace(key, forged))).status).toBe(404)
    // As a session token it is invalid.
    expect((await server().as(key).call('GET', '/media')).status).toBe(401)
    server().clock.advance(13 * 60 * 60_000)
    expect((await get('')).status).toBe(404)
  })

  it('FILE-10, ISO-01: no package file becomes a service worker', async () => {
    const admin = await server().organization()
    const { url } = await uploadOne(admin, 'a.zip', zipOf([page, { name: 'sw.js', content: 'self' }]))
    const { get } = await open(server(), admin, url)
    expect((await get('sw.js')).status).toBe(200)
    expect((await get('sw.js', { headers: { 'service-worker': 'script' } })).status).toBe(404)
  })

  it('C-066, Q-061: saves the values of the form, with the media that they name beside the page', async () => {
    const admin = await server().organization()
    const logo = await uploadOne(admin, 'logo.png', await picture('gold'))
    const { id, url, version } = await uploadOne(admin, 'menu.zip', menuBoard())
    const before = await open(server(), admin, url)
    const model = { title: 'Tonight', ground: '#000000', logo: [{ mediaId: logo.id }], dishes: [], more: 1 }
    const body = { name: 'Menu', model, version }
    const { media } = await admin.api.media.update({ params: { id }, body })
    expect(media).toMatchObject({ name: 'Menu', version: version + 1 })
    const after = await open(server(), admin, url)
    const saved = (await (await after.get('model.json')).json()) as { logo: { url: string }[] }
    expect(saved).toEqual({
      title: 'Tonight',
      ground: '#000000',
      logo: [{ mediaId: logo.id, url: `_media/${logo.id}.png`, name: 'logo.png', mimetype: 'image/png' }],
      dishes: [],
    })
    const shown = await after.get(saved.logo[0]?.url ?? '')
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(await picture('gold'))
    // Links to the old values keep working.
    expect(await (await before.get('model.json')).json()).toMatchObject({ title: 'Today' })
    expect((await refused(admin.api.media.update({ params: { id }, body }))).errKey).toBe('CONFLICT')
    const usersOf = async (mediaId: string) =>
      (await admin.api.media.uses({ params: { id: mediaId } })).usedIn
    expect(await usersOf(logo.id)).toEqual([{ kind: 'package', id, name: 'Menu' }])
    expect(await usersOf(id)).toEqual([])
    expect((await refused(admin.api.media.remove({ params: { id: logo.id } }))).errKey).toBe('USED_IN_CARD')
    await admin.api.media.remove({ params: { id } })
    expect((await after.get('model.json')).status).toBe(404)
    await admin.api.media.remove({ params: { id: logo.id } })
  })

  it("AUTHZ-10: reads leniently, validates strictly on save, and never shows other organizations' media", async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const theirs = await uploadOne(stranger, 'theirs.png')
    const zip = zipOf([
      page,
      {
        name: 'schema.json',
        content:
          '{"logo":{"type":"attachment","label":"Logo"},"size":{"type":"textbox","format":"numeric","label":"Size","default":4,"max":9}}',
      },
      {
        name: 'model.json',
        content: JSON.stringify({ logo: [{ mediaId: theirs.id }], size: 'x', other: 1 }),
      },
    ])
    const { id, url } = await uploadOne(admin, 'a.zip', zip)
    const { get } = await open(server(), admin, url)
    expect(await (await get('model.json')).json()).toEqual({ logo: [], size: 4 })
    const save = (model: Record<string, unknown>) =>
      refused(admin.api.media.update({ params: { id }, body: { name: 'a', model } }))
    expect((await save({ size: 10, logo: [] })).body.errors).toEqual({
      'model.size': 'Size must be at most 9',
    })
    expect((await save({ size: 1, logo: [{ mediaId: theirs.id }] })).body.errors).toHaveProperty('model')
    const plain = await uploadOne(admin, 'plain.zip', zipOf([page]))
    for (const other of [plain, await uploadOne(admin)]) {
      const body = { name: 'x', model: { title: 'x' } }
      const error = await refused(admin.api.media.update({ params: { id: other.id }, body }))
      expect([400, 404]).toContain(error.status)
    }
  })

  it('previews values without saving them', async () => {
    const admin = await server().organization()
    const { id, url } = await uploadOne(admin, 'menu.zip', menuBoard())
    const params = { organizationId: admin.organizationId, id }
    const draft = await admin.api.packages.draft({
      params,
      body: { model: { title: 'Soon', ground: 'nonsense' } },
    })
    const read = async (base: string) => (await fetch(`${base}model.json`)).json()
    expect(await read(`${server().origins.console}/api${draft.url}`)).toMatchObject({
      title: 'Soon',
      ground: '#1b1d20',
    })
    expect(await read((await open(server(), admin, url)).base)).toMatchObject({ title: 'Today' })
    const reader = await server().user(admin)
    const attempt = reader.api.packages.draft({ params, body: { model: {} } })
    expect((await refused(attempt)).status).toBe(403)
  })

  it('deletes drafts after a day, and never the saved values', async () => {
    const admin = await server().organization()
    const { id, url } = await uploadOne(admin, 'menu.zip', menuBoard())
    const params = { organizationId: admin.organizationId, id }
    const draft = () => admin.api.packages.draft({ params, body: { model: { title: `${Math.random()}` } } })
    await draft()
    server().clock.advance(25 * 60 * 60_000)
    const again = await server().signIn({ email: admin.email, password: 'password-1' })
    await again.api.packages.draft({ params, body: { model: { title: 'x' } } })
    const rows = await server()
      .services.database.selectFrom('package_versions')
      .select('model')
      .where('packageId', '=', id)
      .execute()
    expect(rows).toHaveLength(2)
    expect(await (await (await open(server(), again, url)).get('model.json')).json()).toMatchObject({
      title: 'Today',
    })
  })

  it.each([
    ['a schema that is no JSON', { 'schema.json': '{' }, /schema\.json that isn't valid JSON/],
    [
      'a schema that is no form',
      { 'schema.json': '{"a":{"type":"textarea","label":"A"}}' },
      /doesn't describe a form/,
    ],
    [
      'a field named constructor',
      { 'schema.json': '{"constructor":{"type":"textbox","label":"A"}}' },
      /doesn't describe a form/,
    ],
    ['a model that is a list', { 'model.json': '[1]' }, /model\.json that isn't an object/],
    ['widgets that are no JSON', { 'widgets.json': 'x' }, /widgets\.json that isn't valid JSON/],
    [
      'a model that is too large',
      { 'model.json': `{"a":"${'x'.repeat(300_000)}"}` },
      /model\.json that is too large/,
    ],
  ])('refuses %s, and says which file of the upload it was', async (_what, parts, words) => {
    const admin = await server().organization()
    const zip = zipOf([page, ...Object.entries(parts).map(([name, content]) => ({ name, content }))])
    const before = files(server())
    const answer = await refusedUpload(admin, [
      { name: 'a.png', content: await picture() },
      { name: 'b.zip', content: zip },
    ])
    expect([answer.status, answer.errKey]).toEqual([415, 'UNSUPPORTED_MEDIA'])
    expect(answer.errors?.['media.1']).toMatch(words)
    expect(answer.message).toMatch(/^b\.zip has/)
    expect((await admin.api.media.list()).media.media).toEqual([])
    expect([added(server(), before), files(server(), 'incoming')]).toEqual([[], []])
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  const MB = 2 ** 20
  it.each<[string, Parameters<typeof zipOf>[0]]>([
    ['bytes that do not fit their checksum', [{ name: 'a', content: 'x', crc: 1 }]],
    ['fewer bytes than it says', [{ name: 'a', content: 'xy', packed: true, size: 9 }]],
    ['more bytes than it says', [{ name: 'a', content: Buffer.alloc(MB), packed: true, size: 100 }]],
    ['another name in front of the entry than in its list', [{ name: 'a.txt', localName: 'b.txt' }]],
    ['names of the same file, differing by case', [{ name: 'A.js' }, { name: 'a.js' }]],
    ['names of the same file, written in two ways', [{ name: 'caf\u00e9' }, { name: 'cafe\u0301' }]],
    ['a name that is not UTF-8', [{ name: Buffer.from([0x61, 0xff, 0xfe]) }]],
    ['a file that is also a folder', [{ name: 'a' }, { name: 'a/b' }]],
    ['a device', [{ name: 'a', mode: 0o020666 }]],
    ['an empty part in a path', [{ name: 'a//b' }]],
    ['a path through here to the same file', [{ name: 'a/./b' }, { name: 'a/b' }]],
    ['a path of three hundred levels', [{ name: `${'a/'.repeat(240)}b` }]],
    ['a folder that is ours', [{ name: '_media/x.png' }]],
  ])('FILE-08, FILE-09: a package with %s is refused whole', async (_what, entries) => {
    const admin = await server().organization()
    const before = files(server())
    const answer = await refusedUpload(admin, [{ name: 'a.zip', content: zipOf([page, ...entries]) }])
    expect([answer.status, answer.errKey]).toEqual([415, 'UNSUPPORTED_MEDIA'])
    expect([added(server(), before), files(server(), 'incoming')]).toEqual([[], []])
  })

  it('FILE-09: a bomb is stopped by its unpacked bytes, not by its declared size', async () => {
    const admin = await server().organization()
    const bomb = zipOf([page, { name: 'zeros', content: Buffer.alloc(100 * MB), packed: true }])
    expect(bomb.length).toBeLessThan(MB)
    const before = process.memoryUsage.rss()
    const answer = await refusedUpload(admin, [{ name: 'bomb.zip', content: bomb }])
    expect(answer.message).toBe('bomb.zip is compressed too much to be safe')
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MB)
    expect(files(server(), 'incoming')).toEqual([])
    // Overlapping entries: two in the list point at the same bytes.
    const twice = zipOf([page, { name: 'a', content: 'x'.repeat(1000) }])
    const at = twice.lastIndexOf('PK\x01\x02')
    const shared = Buffer.from(twice)
    shared.writeUInt32LE(0, at + 42)
    expect((await refusedUpload(admin, [{ name: 'a.zip', content: shared }])).status).toBe(415)
  })

  it('FILE-09: bytes before, between, and after the entries, and a lying directory, change nothing or are refused', async () => {
    const admin = await server().organization()
    const zip = zipOf([page])
    const after = await refusedUpload(admin, [
      { name: 'a.zip', content: Buffer.concat([zip, Buffer.from('junk')]) },
    ])
    expect(after.status).toBe(415)
    const before = await refusedUpload(admin, [
      { name: 'a.zip', content: Buffer.concat([Buffer.from('PK\x03\x04junk'), zip]) },
    ])
    expect(before.status).toBe(415)
    const claims = Buffer.from(zip)
    claims.writeUInt16LE(65_000, claims.length - 12)
    claims.writeUInt16LE(65_000, claims.length - 14)
    const many = await refusedUpload(admin, [{ name: 'a.zip', content: claims }])
    expect(many.errors?.['media.0']).toMatch(/more than 2000 files|damaged/)
    for (const part of [0.3, 0.7, 0.95]) {
      const cut = zip.subarray(0, Math.floor(zip.length * part))
      expect((await refusedUpload(admin, [{ name: 'a.zip', content: cut }])).status).toBe(415)
    }
  })

  it('RATE-03: packages beyond the queue limit get a retry later', async () => {
    const turns = await Promise.allSettled(
      [...Array(30).keys()].map(() =>
        unpackFile('/nowhere', { organizationId: 'o', userId: 'u' }, async () => {}),
      ),
    )
    const refusals = turns.map((turn) => (turn as PromiseRejectedResult).reason as AppError)
    const later = refusals.filter(({ errKey }) => errKey === 'TOO_MANY_REQUESTS')
    expect(later.length).toBeGreaterThan(5)
    expect(later.every(({ retryAfter }) => retryAfter === 30)).toBe(true)
    expect(refusals.filter(({ errKey }) => errKey === 'UNSUPPORTED_MEDIA').length).toBeGreaterThan(15)
  })

  it('concurrent packages are all unpacked, and equal files are stored once', async () => {
    const admin = await server().organization()
    const zip = zipOf([page, { name: 'lib.js', content: 'shared', packed: true }])
    const made = await Promise.all([...Array(6).keys()].map((n) => uploadOne(admin, `${n}.zip`, zip)))
    const opened = await Promise.all(made.map(({ url }) => open(server(), admin, url)))
    for (const { get } of opened) expect(await (await get('lib.js')).text()).toBe('shared')
    expect(new Set(opened.map(({ base }) => base)).size).toBe(1)
    await admin.api.media.remove({ params: { id: made[0]?.id ?? '' } })
    expect((await opened[1]?.get('lib.js'))?.status).toBe(200)
  })

  it('deleting a folder deletes its packages and their media uses', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Menus' } })
    const put = async (name: string, content: Buffer) => {
      const [media] = await upload(admin, [
        { name, content },
        { field: 'folderId', content: folder.id },
      ])
      return media?.id ?? ''
    }
    const logo = await put('logo.png', await picture())
    const id = await put('menu.zip', menuBoard())
    const model = { title: 'x', logo: [{ mediaId: logo }] }
    await admin.api.media.update({ params: { id }, body: { name: 'Menu', model } })
    await admin.api.media.removeFolder({ params: { id: folder.id } })
    expect((await refused(admin.api.media.get({ params: { id } }))).status).toBe(404)
  })
})
