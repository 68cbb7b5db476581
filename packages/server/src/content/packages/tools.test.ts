import { describe, expect, it } from 'vitest'
import { type Caller, type TestServer, useServer } from '#test/harness.ts'
import { refusedUpload, uploadOne } from '#test/uploads.ts'
import { unicodePath, zipOf } from '#test/zip.ts'

type Entries = Parameters<typeof zipOf>[0]

/** A page that declares an encoding, with a style and a picture in folders. */
const PAGE = Buffer.from(
  '<!doctype html><meta charset="windows-1252"><link rel=stylesheet href="css/s.css"><h1>Gr\xfc\xdfe \x80</h1>',
  'latin1',
)
const SITE: readonly [name: string, content: Buffer][] = [
  ['index.html', PAGE],
  ['css/s.css', Buffer.from('h1{color:red}')],
  ['img/Grüße.png', Buffer.from('picture')],
]
const site = (each: (name: string, content: Buffer) => Entries[number]): Entries =>
  SITE.map(([name, content]) => each(name, content))

/** Single bytes as the code pages of DOS (437 and 850) and Windows (1252) write `ü` and `ß`. */
const inDos = (name: string) => Buffer.from(name.replace('ü', '\x81').replace('ß', '\xe1'), 'latin1')
const inWindows = (name: string) => Buffer.from(name, 'latin1')

const TOOLS: readonly [string, Entries][] = [
  ['Python and PHP', site((name, content) => ({ name, content, packed: true }))],
  [
    '7-Zip, with folders',
    [{ name: 'css/' }, { name: 'img/' }, ...site((name, content) => ({ name, content }))],
  ],
  [
    'Windows Explorer',
    site((name, content) => ({ name: inDos(name), content, isPlain: true, packed: true })),
  ],
  ['WinRAR', site((name, content) => ({ name: inWindows(name), content, isPlain: true }))],
  [
    'PowerShell 5 and .NET Framework',
    [
      { name: 'css\\' },
      ...site((name, content) => ({ name: name.replaceAll('/', '\\'), content, packed: true })),
    ],
  ],
  [
    'the Finder',
    [
      ...site((name, content) => ({
        ...{ name: `Site/${name.normalize('NFD')}`, content },
        ...{ isPlain: true, isStreamed: true, packed: true },
      })),
      { name: '__MACOSX/Site/._index.html', content: 'x' },
      { name: 'Site/.DS_Store', content: 'x' },
    ],
  ],
  [
    'bsdtar',
    [
      { name: './' },
      ...site((name, content) => ({ name: `./${name}`, content, isStreamed: true, packed: true })),
    ],
  ],
  [
    'Info-ZIP on DOS',
    site((name, content) => {
      const raw = Buffer.from(name.replace(/[^ -~]/g, '_'))
      return { name: raw, content, isPlain: true, extra: unicodePath(name, raw) }
    }),
  ],
  ['tools for large files', site((name, content) => ({ name, content, isLong: true, packed: true }))],
  [
    'jar',
    [{ name: 'META-INF/MANIFEST.MF' }, ...site((name, content) => ({ name, content, isStreamed: true }))],
  ],
  ['GitHub, in folders', site((name, content) => ({ name: `site-main/dist/${name}`, content }))],
  [
    'old cameras',
    site((name, content) => ({ name: name.replace(/[a-z]/g, (each) => each.toUpperCase()), content })),
  ],
]

/** Reads a package's files as a frame does. */
async function reader(server: TestServer, caller: Caller, url: string) {
  const first = await fetch(`${server.origins.console}/api${url}?token=${caller.token}`, {
    redirect: 'manual',
  })
  const base = new URL(first.headers.get('location') ?? '', server.origins.console).href
  return async (file: string) => {
    const answer = await fetch(base + file)
    return answer.status === 200 ? answer.text() : answer.status
  }
}

describe('packages of other tools', () => {
  const server = useServer()

  it.each(TOOLS)('zipped by %s play', async (_tool, entries) => {
    const admin = await server().organization()
    const { url } = await uploadOne(admin, 'site.zip', zipOf(entries))
    const read = await reader(server(), admin, url)
    expect(await read('')).toContain('<h1>Grüße €</h1>')
    expect(await read('css/s.css')).toBe('h1{color:red}')
    expect(await read(encodeURI('img/Grüße.png'))).toBe('picture')
  })

  it.each<[string, Entries, string]>([
    [
      'with full paths',
      [{ name: 'C:\\site\\index.html' }],
      'contains C:/site/index.html with its full path. Zip ',
    ],
    ['from the root', [{ name: '/srv/index.html' }], 'contains /srv/index.html with its full path. Zip '],
    ['from outside', [{ name: '..\\a.css' }], 'contains ../a.css, which is outside of the package. Move it '],
    ['with a line break', [{ name: 'a\nb' }], 'contains a\ufffdb, which has an invalid name. Rename it'],
    ['without a name', [{ name: 'a//b' }], 'contains a//b, which has an invalid name. Rename it'],
    ['deep down', [{ name: `${'a/'.repeat(40)}b` }], 'whose path is too long. Use fewer folders'],
    [
      'garbled',
      [{ name: Buffer.from('a\xff\xfe', 'latin1') }],
      "contains aÿþ, whose name can't be read. Rename it",
    ],
    [
      'under our name',
      [{ name: '_media/x' }],
      'contains a folder named _media/, which is reserved. Rename it',
    ],
    [
      'locked',
      [{ name: 'a.js', flags: 1, packedSize: 12 }],
      'is password-protected (a.js). Zip it without a password.',
    ],
    [
      'in another packing',
      [{ name: 'a.js', method: 14 }],
      'contains a.js in an unsupported compression. Zip again',
    ],
    ['that is a link', [{ name: 'a.js', mode: 0o120777 }], 'contains a.js, which is a link. Replace it'],
    ['twice', [{ name: 'a.js' }, { name: 'a.js' }], 'contains a.js twice. Rename or remove one'],
    [
      'twice but for case',
      [{ name: 'A.js' }, { name: 'a.js' }],
      'contains A.js and a.js, which have the same name here',
    ],
    ['and a folder', [{ name: 'a' }, { name: 'a/b' }], 'contains a and a/b, which have the same name here'],
  ])('name a file %s, and say what to do', async (_what, entries, reason) => {
    const admin = await server().organization()
    const content = zipOf([{ name: 'index.html' }, ...entries])
    const { status, message } = await refusedUpload(admin, [{ name: 'a.zip', content }])
    expect([status, message]).toEqual([415, expect.stringContaining(reason)])
    expect(message).toMatch(/^a\.zip /)
  })

  it.each<[readonly string[], string]>([
    [['Site/index.html', 'readme.txt'], 'It is Site/index.html: zip only the files of that folder.'],
    [['start.htm', 'a.css'], 'Rename start.htm to index.html and zip again.'],
    [['a.css'], 'Zip the files of a web page.'],
  ])('without an index (%s) say which file it could be', async (names, advice) => {
    const admin = await server().organization()
    const content = zipOf(names.map((name) => ({ name })))
    const { message } = await refusedUpload(admin, [{ name: 'a.zip', content }])
    expect(message).toBe(`a.zip isn't a web package: it has no index.html at the top. ${advice}`)
  })
})

describe('text of packages', () => {
  const server = useServer()
  const menu = 'Сегодня в меню: борщ, пельмени и компот'
  /** In windows-1251. */
  const russian = Buffer.from([...menu].map((each) => each.charCodeAt(0) - (each > '\x7f' ? 0x350 : 0)))
  const german = Buffer.from('Gr\xfc\xdfe \x80', 'latin1')
  const html = (meta: string, text: Buffer) =>
    Buffer.concat([Buffer.from(`<!doctype html>${meta}<p>`), text, Buffer.from('</p>')])
  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  const charset = (name: string) => `<meta charset="${name}">`
  const long = `<meta http-equiv="content-type" content="text/html; charset=ISO-8859-1">`

  it.each<[string, Record<string, Buffer>, string, string]>([
    ['declared windows-1252', { 'index.html': html(charset('windows-1252'), german) }, '', 'Grüße €'],
    ['declared in the old way', { 'index.html': html(long, german) }, '', 'Grüße €'],
    ['declared windows-1251', { 'index.html': html(charset('cp1251'), russian) }, '', menu],
    ['declared UTF-8', { 'index.html': html(charset('utf-8'), Buffer.from('Grüße')) }, '', 'Grüße'],
    ['undeclared UTF-8', { 'index.html': html('', Buffer.from('Grüße')) }, '', 'Grüße'],
    ['undeclared windows-1252', { 'index.html': html('', german) }, '', 'Grüße €'],
    ['undeclared windows-1251', { 'index.html': html('', russian) }, '', menu],
    ['declared wrongly', { 'index.html': html(charset('windows-1252'), Buffer.from('ü')) }, '', 'Ã¼'],
    ['declared in a comment', { 'index.html': html(`<!--${charset('cp1251')}-->`, german) }, '', 'Grüße €'],
    ['declared by a name that does not exist', { 'index.html': html(charset('x'), german) }, '', 'Grüße €'],
    ['with a mark of UTF-16', { 'index.html': wide('<p>Grüße €</p>') }, '', 'Grüße €'],
    [
      'in a script of a page',
      { 'index.html': html(charset('cp1251'), russian), 'a.js': russian },
      'a.js',
      menu,
    ],
    [
      'in a style that declares another',
      { 'index.html': PAGE, 'a.css': Buffer.concat([Buffer.from('@charset "cp1251";'), russian]) },
      'a.css',
      menu,
    ],
    [
      'in a drawing',
      {
        'index.html': PAGE,
        'a.svg': Buffer.concat([Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><svg>'), german]),
      },
      'a.svg',
      'Grüße €',
    ],
    ['in JSON, always UTF-8', { 'index.html': PAGE, 'a.json': Buffer.from('"ü"') }, 'a.json', '"ü"'],
  ])('%s is as from a disk', async (_what, files, file, shown) => {
    const admin = await server().organization()
    const zip = zipOf(Object.entries(files).map(([name, content]) => ({ name, content, packed: true })))
    const { url } = await uploadOne(admin, 'a.zip', zip)
    const read = await reader(server(), admin, url)
    expect(await read(file)).toContain(shown)
  })

  it('is unchanged in other files, and in the downloaded zip', async () => {
    const admin = await server().organization()
    const zip = zipOf([
      { name: 'index.html', content: PAGE },
      { name: 'a.txt', content: german },
    ])
    const { id, url } = await uploadOne(admin, 'a.zip', zip)
    const read = await reader(server(), admin, url)
    expect(await read('a.txt')).toBe(german.toString())
    const download = await fetch(`${server().origins.console}/api/media/download/${id}?token=${admin.token}`)
    expect(Buffer.from(await download.arrayBuffer())).toEqual(zip)
  })
})
