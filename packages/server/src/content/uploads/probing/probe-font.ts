import { open } from 'node:fs/promises'
import type { FontFace } from '@vitrine/contract/fields/own-font'
import { plainText } from '@vitrine/contract/plain-text'
import { type FontTables, MAX_FONT, openFont } from './open-font.ts'
import { BROKEN, type FileFacts, Refusal } from './probe-verdict.ts'

/** Without these, browsers refuse a font. */
const NEEDED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2']
const OUTLINES = ['glyf', 'CFF ', 'CFF2']
const HEAD_MAGIC = 0x5f0f3cf5

/** Reads a font's names, weights, and license flag, and refuses one that browsers can't open or that must not travel. */
export async function probeFont(path: string): Promise<FileFacts> {
  const { mimetype, tables } = openFont(await readAll(path))
  if (NEEDED.some((tag) => !tables.has(tag)) || !OUTLINES.some((tag) => tables.has(tag)))
    throw new Refusal(BROKEN)
  if (tableOf(tables, 'head').readUInt32BE(12) !== HEAD_MAGIC) throw new Refusal(BROKEN)
  if (tableOf(tables, 'maxp').readUInt16BE(4) === 0) throw new Refusal('has no characters')
  refuseLicense(tableOf(tables, 'OS/2').readUInt16BE(8))
  const none = { width: null, height: null, duration: null, codec: null }
  return { kind: 'font', mimetype, ...none, face: faceOf(tables) }
}

/**
 * The `fsType` of OS/2. Of several permissions the least restrictive holds. A font that forbids subsetting is fine:
 * screens get the whole file.
 */
function refuseLicense(flags: number): void {
  if ((flags & 0b1110) === 0b0010)
    throw new Refusal('has a license that forbids embedding (fsType); ask its maker for one that allows it')
  if (flags & 0x0200)
    throw new Refusal(
      'has a license that allows embedding as bitmaps only (fsType); screens need its outlines',
    )
}

function faceOf(tables: FontTables): FontFace {
  const os2 = tableOf(tables, 'OS/2')
  const weight = clamped(os2.readUInt16BE(4))
  // Italic or oblique, or italic in the older place.
  const italic = (os2.readUInt16BE(62) & 0x0201) !== 0 || (tableOf(tables, 'head').readUInt16BE(44) & 2) !== 0
  return {
    family: familyIn(tableOf(tables, 'name')) || 'Untitled',
    weights: weightsIn(tables.get('fvar')) ?? [weight, weight],
    italic,
  }
}

/** The typographic family if there is one, else the family; in English if it is there. */
function familyIn(names: Buffer): string {
  const [count, storage] = [names.readUInt16BE(2), names.readUInt16BE(4)]
  let best = { rank: 0, text: '' }
  for (let index = 0; index < count; index++) {
    const at = 6 + index * 12
    const [platform = 0, encoding = 0, language = 0, kind = 0, length = 0, offset = 0] = [
      0, 2, 4, 6, 8, 10,
    ].map((part) => names.readUInt16BE(at + part))
    if (kind !== 1 && kind !== 16) continue
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10))
    if (!isUnicode && platform !== 1) continue
    const rank =
      1 + (kind === 16 ? 4 : 0) + (isUnicode ? 2 : 0) + (language === 0x409 || language === 0 ? 1 : 0)
    const start = storage + offset
    if (rank <= best.rank || start + length > names.length) continue
    const bytes = Buffer.from(names.subarray(start, start + length))
    const text = isUnicode ? wide(bytes) : bytes.toString('latin1')
    best = { rank, text: plainText(text).trim().slice(0, 100).toWellFormed() }
  }
  return best.text
}

const wide = (bytes: Buffer) => (bytes.length % 2 === 0 ? bytes.swap16().toString('utf16le') : '')

/** The range of a variable font's weights. */
function weightsIn(fvar: Buffer | undefined): [number, number] | undefined {
  if (!fvar) return undefined
  const [first, count, size] = [fvar.readUInt16BE(4), fvar.readUInt16BE(8), fvar.readUInt16BE(10)]
  for (let index = 0; index < count; index++) {
    const at = first + index * size
    if (fvar.toString('latin1', at, at + 4) !== 'wght') continue
    // Numbers with 16 bits after the point.
    const [least, most] = [fvar.readInt32BE(at + 4) / 65536, fvar.readInt32BE(at + 12) / 65536]
    return [clamped(Math.min(least, most)), clamped(Math.max(least, most))]
  }
  return undefined
}

/** Weights as CSS knows them. */
const clamped = (weight: number) => Math.min(1000, Math.max(1, Math.round(weight)))

const tableOf = (tables: FontTables, tag: string): Buffer => tables.get(tag) ?? Buffer.alloc(0)

async function readAll(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    if ((await file.stat()).size > MAX_FONT) throw new Refusal('is too large for a font')
    return await file.readFile()
  } finally {
    await file.close()
  }
}
