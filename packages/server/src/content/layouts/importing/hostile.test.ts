import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { isoTime } from '#lib/clock.ts'
import { jsonExport, playlist, xmlExport } from '#test/foreign-layouts.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { LAUGHS } from '#test/laws/hostile/document.ts'
import { personWith } from '#test/roles.ts'
import { picture, sendUpload } from '#test/uploads.ts'
import { zipOf } from '#test/zip.ts'

const server = useServer()
let admin: Caller & { organizationId: string }
let red: Buffer
beforeAll(async () => {
  admin = await server().organization()
  red = await picture('red')
})

const MB = 2 ** 20
const text = (size: number) => 'x'.repeat(size)
const layoutJson = (content: string | Buffer) => zipOf([{ name: 'layout.json', content, packed: true }])
const xml = (inside: string, before = '') =>
  xmlExport(`<?xml version="1.0"?>${before}<layout width="800" height="450">${inside}</layout>`)
const image = { type: 'image', files: [7] }
const many = (count: number) =>
  Array.from({ length: count }, () => ({ type: 'text', options: { text: 'x' } }))

/** Refused with these words, for a person who reads the name of the file in front of them. */
const REFUSED: Record<string, [make: () => Buffer | Promise<Buffer>, says: RegExp]> = {
  'no zip': [() => Buffer.from('hello'), /is damaged/],
  'another zip': [() => zipOf([{ name: 'index.html', content: 'x' }]), /isn't a layout that Xibo exported/],
  'a truncated zip': [
    async () => jsonExport({ files: [{ id: 7, file: '7.png', content: red }] }).subarray(0, -100),
    /is damaged/,
  ],
  'a path that leads out': [
    () =>
      zipOf([
        { name: 'layout.json', content: '{}' },
        { name: '../../etc/passwd', content: 'x' },
      ]),
    /outside of the package/,
  ],
  'a link': [
    () =>
      zipOf([
        { name: 'layout.json', content: '{}' },
        { name: 'library/7.png', content: '/etc/passwd', mode: 0o120777 },
      ]),
    /is a link/,
  ],
  'a file twice': [
    () =>
      zipOf([
        { name: 'layout.json', content: '{}' },
        { name: 'layout.json', content: '{}' },
      ]),
    /twice/,
  ],
  'a password': [() => zipOf([{ name: 'layout.json', content: '{}', flags: 1 }]), /password|damaged/],
  'a description of 200 MB': [
    () => layoutJson(Buffer.alloc(200 * MB, ' ')),
    /layout\.json that is too large/,
  ],
  'a description that claims to be small': [
    () => zipOf([{ name: 'layout.json', content: Buffer.alloc(200 * MB, ' '), packed: true, size: 10 }]),
    /is damaged|too large/,
  ],
  'a picture that unpacks to gigabytes': [
    () =>
      zipOf([
        ...['layout.json', 'mapping.json'].map((name, at) => ({
          name,
          content: at === 0 ? bare() : JSON.stringify([{ file: '7.png', mediaid: 7, name: 'x' }]),
        })),
        { name: 'library/7.png', content: Buffer.alloc(200 * MB), packed: true },
      ]),
    /compressed too much/,
  ],
  'json in json in json': [() => layoutJson('['.repeat(500_000)), /more values than a layout has|valid JSON/],
  'a million values': [() => layoutJson(`[${'1,'.repeat(MB)}1]`), /more values than a layout has/],
  'no json': [() => layoutJson('{"layout":'), /isn't valid JSON/],
  'a prototype': [
    () => layoutJson('{"__proto__":{"layoutDefinitions":{}},"layoutDefinitions":{"width":1,"height":1}}'),
    /more values than a layout has/,
  ],
  'no size': [() => jsonExport({ definitions: { width: 0 } }), /without a size/],
  'a size that is no number': [() => jsonExport({ definitions: { width: '1e999' } }), /without a size/],
  'too many regions': [() => jsonExport({ regions: Array.from({ length: 101 }, () => ({})) }), /100 regions/],
  'too many widgets': [() => jsonExport({ regions: [{ widgets: many(501) }] }), /500 widgets/],
  'playlists that double at each level': [
    () => {
      const sub = (id: number) => ({
        type: 'subplaylist',
        options: { subPlaylists: JSON.stringify(Array.from({ length: 20 }, () => ({ playlistId: id }))) },
      })
      const lists = [1, 2, 3, 4].map((id) => playlist(id, [...many(3), sub(id + 1)]))
      return jsonExport({ regions: [{ widgets: [sub(1)] }], parts: { 'nestedPlaylist.json': lists } })
    },
    /500 widgets/,
  ],
  'too many files': [
    () => jsonExport({ files: Array.from({ length: 301 }, (_, id) => ({ id, file: `${id}.png` })) }),
    /300 files/,
  ],
  'a billion laughs': [
    () =>
      xml('<region id="1" width="1" height="1" top="0" left="0">&h;</region>', `<!DOCTYPE x [${LAUGHS}]>`),
    /document type/,
  ],
  'an entity of a local file': [
    () =>
      xml(
        '<region id="&x;" width="1" height="1"/>',
        '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      ),
    /document type/,
  ],
  'an entity that nothing declares': [() => xml('&x;'), /is damaged/],
  'elements in elements': [() => xml('<a>'.repeat(100_000)), /nested too deeply/],
  'xml without an end': [() => xml('<region>'), /is damaged/],
  'xml without a layout': [() => xmlExport('<html/>'), /without a layout/],
  'too much text': [
    () =>
      jsonExport({
        regions: [
          {
            widgets: Array.from({ length: 400 }, () => ({
              type: 'text',
              options: Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, text(20_000)])),
            })),
          },
        ],
      }),
    /layout\.json that is too large|more text/,
  ],
}

const bare = () =>
  JSON.stringify({ layout: 'x', layoutDefinitions: { width: 800, height: 450, regions: [] } })

/** What nothing may be left of. */
const footprint = async () => {
  const { database } = server().services
  const counts: Record<string, number> = {}
  for (const table of ['media', 'pages', 'folders', 'sources', 'references'] as const) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database)
    counts[table] = Number(rows[0]?.n)
  }
  const incoming = path.join(server().folder, 'files', 'incoming')
  return { counts, incoming: (await readdir(incoming).catch(() => [])).length }
}

describe('a hostile export is refused in a sentence, with nothing half done', () => {
  it.each(Object.keys(REFUSED))(
    '%s',
    async (name) => {
      const [make, says] = REFUSED[name] ?? []
      const caller = await server().organization()
      const uploadId = await sendUpload(server(), caller, (await make?.()) ?? Buffer.alloc(0))
      const before = await footprint()
      for (const path of ['/layout/import?dryRun=true', '/layout/import']) {
        const { status, body } = await caller.call('POST', path, { uploadId })
        const { errKey, message } = body as { errKey: string; message: string }
        expect([status, errKey]).toEqual([415, 'UNSUPPORTED_MEDIA'])
        expect(message).toMatch(says ?? /never/)
        expect(message).toMatch(/^Untitled (is|isn't|has|contains) [^{}<>]{5,200}$/)
      }
      expect(await footprint()).toEqual(before)
    },
    60_000,
  )
})

describe('a strange export is read within bounds', () => {
  const read = async (zip: Buffer, caller: Caller = admin) => {
    const uploadId = await sendUpload(server(), caller, zip)
    return caller.call('POST', '/layout/import', { uploadId })
  }

  it('values of any shape', async () => {
    const shapes = [null, true, -1, 1e308, '', [], {}, [[]], 'x'.repeat(5000), '\u202e', { a: { b: [] } }]
    for (const shape of shapes) {
      const zip = jsonExport({
        definitions: { backgroundColor: shape, actions: shape },
        regions: [
          {
            widgets: [
              {
                type: 'text',
                more: { type: shape, widgetOptions: shape, audio: shape, fromDt: shape, mediaIds: shape },
              },
            ],
          },
          { widgets: [{ type: 'text', options: { text: 'kept' } }], ...(shape as object) },
        ],
        parts: { 'playlist.json': [shape], 'dataSet.json': [shape], 'mapping.json': [shape] },
      })
      const { status, body } = await read(zip)
      expect(status, JSON.stringify([shape, body])).toBe(201)
    }
  }, 120_000)

  it('regions far outside, negative, and without a size', async () => {
    const boxes = [
      [1e9, -1e9, 1e9, 1e9],
      [-5, -5, -5, -5],
      [0, 0, 0, 0],
    ] as [number, number, number, number][]
    const { status, body } = await read(
      jsonExport({
        definitions: { width: 50_000, height: 20 },
        regions: boxes.map((box) => ({ box, widgets: [{ type: 'text', options: { text: 'x' } }] })),
      }),
    )
    expect([201, 400]).toContain(status)
    expect(JSON.stringify(body)).not.toContain('INTERNAL')
  })

  it('a file name with a path finds no other file', async () => {
    const zip = jsonExport({
      files: [{ id: 7, file: '7.png', content: red }],
      regions: [{ name: 'R', widgets: [image] }],
      parts: { 'mapping.json': [{ file: '../layout.json', mediaid: 7, name: '../../x.png' }] },
    })
    const { body } = await read(zip)
    expect(JSON.stringify(body)).toContain('missing-file')
  })

  it('markup is text, and names of other organizations lead nowhere', async () => {
    const stranger = await server().organization()
    const { media } = (await stranger.call('GET', '/media')).body as { media: unknown }
    expect(media).toBeDefined()
    const words = '<script>alert(1)</script><p onclick="x">{Menu: Price}</p>'
    const { body } = await read(
      jsonExport({ regions: [{ widgets: [{ type: 'text', options: { text: words } }] }] }),
    )
    const { layout } = await admin.api.layouts.get({ params: { id: (body as { id: string }).id } })
    expect(layout.config.inputs.find(({ name }) => name.endsWith('-text'))?.value).toBe('(Menu: Price)')
  })
})

describe('an import obeys rights and limits', () => {
  it('needs media and cards besides layouts, and an own upload', async () => {
    const zip = jsonExport({})
    const uploadId = await sendUpload(server(), admin, zip)
    const stranger = await server().organization()
    expect((await stranger.call('POST', '/layout/import', { uploadId })).status).toBe(400)
    const designer = await personWith(admin, { layouts: 'write', media: 'write' })
    const own = await sendUpload(server(), designer, zip)
    expect((await designer.call('POST', '/layout/import', { uploadId: own })).status).toBe(403)
    expect((await admin.call('POST', '/layout/import', { uploadId })).status).toBe(201)
    expect((await admin.call('POST', '/layout/import', { uploadId })).status).toBe(400)
  })

  it('at the limit of storage, nothing is imported', async () => {
    const owner = await server().organization()
    const superAdmin = await server().signIn()
    const uploadId = await sendUpload(
      server(),
      owner,
      jsonExport({ files: [{ id: 7, file: '7.png', content: red }] }),
    )
    const params = { id: owner.organizationId }
    const { organization } = await superAdmin.api.organizations.get({ params })
    await superAdmin.api.organizations.update({ params, body: { name: organization.name, storageMb: 1 } })
    const { database, clock } = server().services
    const { media: filler } = (await owner.call('GET', '/media')).body as { media: { media: unknown[] } }
    expect(filler.media).toEqual([])
    const now = isoTime(clock.now())
    const row = {
      organizationId: owner.organizationId,
      name: 'x',
      nameKey: 'x',
      sha256: '',
      mimetype: 'image/png',
    }
    const none = {
      folderId: null,
      width: null,
      height: null,
      duration: null,
      codec: null,
      face: null,
      thumbnailId: null,
      cardId: null,
    }
    await database
      .insertInto('media')
      .values({ id: 'filler', ...row, ...none, size: 2 ** 20, version: 1, createdAt: now, updatedAt: now })
      .execute()
    const before = await footprint()
    const { status, body } = await owner.call('POST', '/layout/import', { uploadId })
    expect([status, (body as { errKey: string }).errKey]).toEqual([413, 'STORAGE_LIMIT'])
    expect((await footprint()).counts).toEqual(before.counts)
  })
})
