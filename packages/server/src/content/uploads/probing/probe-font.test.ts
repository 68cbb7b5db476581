import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { asWoff2, DEJAVU, fontFile, tableIn, withLicense } from '#test/fonts.ts'
import { MAX_FONT } from './open-font.ts'
import { inspectFile } from './probe.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-fonts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
function inspect(content: Buffer) {
  const file = path.join(folder, `${++made}.txt`)
  writeFileSync(file, content)
  return inspectFile(file, { organizationId: 'home', userId: 'somebody' })
}

const dejavu = fontFile(DEJAVU)
const FACTS = { kind: 'font', width: null, height: null, duration: null, codec: null }
const OF_DEJAVU = { family: 'DejaVu Sans', weights: [700, 700], italic: true }

test.each([
  ['TTF', dejavu, 'font/ttf', OF_DEJAVU],
  ['WOFF2', asWoff2(dejavu), 'font/woff2', OF_DEJAVU],
  [
    'variable WOFF2 with transformed outlines',
    fontFile('@fontsource-variable/lora/files/lora-latin-wght-italic.woff2'),
    'font/woff2',
    { family: 'Lora', weights: [400, 700], italic: true },
  ],
])('a %s tells its family, weights, and style', async (_name, content, mimetype, face) => {
  expect(await inspect(content)).toEqual({ ...FACTS, mimetype, face })
})

const FORBIDDEN = 'has a license that forbids embedding (fsType); ask its maker for one that allows it'
const BITMAPS = 'has a license that allows embedding as bitmaps only (fsType); screens need its outlines'
test.each([
  ['installable', 0, undefined],
  ['restricted', 2, FORBIDDEN],
  ['preview and print', 4, undefined],
  ['editable', 8, undefined],
  ['restricted, but also editable: the least restrictive holds', 2 | 8, undefined],
  ['not to be subset: screens get the whole file', 0x100, undefined],
  ['restricted, not to be subset', 0x102, FORBIDDEN],
  ['bitmaps only', 0x200, BITMAPS],
])('the license flag is respected: %s', async (_name, fsType, refusal) => {
  for (const content of [withLicense(dejavu, fsType), asWoff2(withLicense(dejavu, fsType))]) {
    const verdict = inspect(content)
    if (refusal === undefined) expect(await verdict).toMatchObject({ kind: 'font' })
    else await expect(verdict).rejects.toMatchObject({ errKey: 'UNSUPPORTED_MEDIA', message: refusal })
  }
})

const patched = (change: (copy: Buffer) => void, font = dejavu) => {
  const copy = Buffer.from(font)
  change(copy)
  return copy
}
const DAMAGED = 'is damaged or incomplete'
test.each<[string, () => Buffer, string]>([
  ['cut', () => dejavu.subarray(0, dejavu.length >> 1), DAMAGED],
  ['cut to its first bytes', () => dejavu.subarray(0, 6), DAMAGED],
  [
    'a table outside the file',
    () => patched((it) => it.writeUInt32BE(0xfffffff0, tableIn(it, 'glyf').entry + 8)),
    DAMAGED,
  ],
  ['without outlines', () => patched((it) => it.write('none', tableIn(it, 'glyf').entry, 'latin1')), DAMAGED],
  ['a table twice', () => patched((it) => it.write('head', tableIn(it, 'glyf').entry, 'latin1')), DAMAGED],
  ['without tables', () => patched((it) => it.writeUInt16BE(0, 4)), DAMAGED],
  ['more tables than a font has', () => patched((it) => it.writeUInt16BE(0xffff, 4)), DAMAGED],
  [
    'without characters',
    () => patched((it) => it.writeUInt16BE(0, tableIn(it, 'maxp').at + 4)),
    'has no characters',
  ],
  ['a WOFF2 with another length', () => Buffer.concat([asWoff2(dejavu), Buffer.from('x')]), DAMAGED],
  ['a WOFF2 that unpacks to less than it says', () => asWoff2(dejavu, 1), DAMAGED],
  ['a WOFF2 that unpacks to more than a font has', () => asWoff2(dejavu, 2 ** 27), 'is too large for a font'],
  [
    'a WOFF2 with damaged data',
    () => patched((it) => it.fill(0xff, it.length - 5000, it.length - 4000), asWoff2(dejavu)),
    DAMAGED,
  ],
  [
    'a WOFF',
    () => patched((it) => it.write('wOFF', 'latin1')),
    'is a WOFF file; save it as WOFF2, TTF, or OTF',
  ],
  [
    'a collection',
    () => patched((it) => it.write('ttcf', 'latin1')),
    'has several fonts; save each in its own file',
  ],
  [
    'larger than a font',
    () => Buffer.concat([dejavu, Buffer.alloc(MAX_FONT + 1 - dejavu.length)]),
    'is too large for a font',
  ],
])('a font is refused: %s', async (_name, make, message) => {
  await expect(inspect(make())).rejects.toMatchObject({ errKey: 'UNSUPPORTED_MEDIA', message })
})

test('the largest font is accepted', async () => {
  const largest = Buffer.concat([dejavu, Buffer.alloc(MAX_FONT - dejavu.length)])
  expect(await inspect(largest)).toMatchObject({ kind: 'font' })
})
