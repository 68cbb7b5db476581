// Opens the containers of fonts: tables by tag. OpenType 1.9.1 "Organization of an OpenType Font", and WOFF 2.0 §4-5.
import { brotliDecompressSync } from 'node:zlib'
import { BROKEN, Refusal } from './probe-verdict.ts'

/** The largest ones have the characters of Asia: 10 to 25 MB. */
export const MAX_FONT = 32 * 2 ** 20
/** Bytes of all tables. A compressed one may be small. */
const MAX_TABLES = 64 * 2 ** 20
/** More than any font has. */
const MAX_COUNT = 128

export type FontTables = ReadonlyMap<string, Buffer>

export interface OpenedFont {
  mimetype: 'font/woff2' | 'font/ttf' | 'font/otf'
  tables: FontTables
}

/** Throws a Refusal, or a RangeError if it ends early. */
export function openFont(file: Buffer): OpenedFont {
  const start = file.toString('latin1', 0, 4)
  if (start === 'wOF2') return { mimetype: 'font/woff2', tables: tablesOfWoff2(file) }
  if (start === 'wOFF') throw new Refusal('is a WOFF file; save it as WOFF2, TTF, or OTF')
  if (start === 'ttcf') throw new Refusal('has several fonts; save each in its own file')
  return { mimetype: start === 'OTTO' ? 'font/otf' : 'font/ttf', tables: tablesOfSfnt(file) }
}

function tablesOfSfnt(file: Buffer): FontTables {
  const count = checkedCount(file.readUInt16BE(4))
  const tables = new Map<string, Buffer>()
  for (let index = 0; index < count; index++) {
    const entry = 12 + index * 16
    const [at, length] = [file.readUInt32BE(entry + 8), file.readUInt32BE(entry + 12)]
    add(tables, file.toString('latin1', entry, entry + 4), file, at, length)
  }
  return tables
}

/** Tables that WOFF 2.0 names by number. */
const KNOWN_TAGS = [
  ...['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca'],
  ...['prep', 'CFF ', 'VORG', 'EBDT', 'EBLC', 'gasp', 'hdmx', 'kern', 'LTSH', 'PCLT', 'VDMX', 'vhea'],
  ...['vmtx', 'BASE', 'GDEF', 'GPOS', 'GSUB', 'EBSC', 'JSTF', 'MATH', 'CBDT', 'CBLC', 'COLR', 'CPAL'],
  ...['SVG ', 'sbix', 'acnt', 'avar', 'bdat', 'bloc', 'bsln', 'cvar', 'fdsc', 'feat', 'fmtx', 'fvar'],
  ...['gvar', 'hsty', 'just', 'lcar', 'mort', 'morx', 'opbd', 'prop', 'trak', 'Zapf', 'Silf', 'Glat'],
  ...['Gloc', 'Feat', 'Sill'],
]
const OTHER_TAG = 63
const HEADER = 48

function tablesOfWoff2(file: Buffer): FontTables {
  if (file.toString('latin1', 4, 8) === 'ttcf')
    throw new Refusal('has several fonts; save each in its own file')
  if (file.readUInt32BE(8) !== file.length) throw new Refusal(BROKEN)
  const count = checkedCount(file.readUInt16BE(12))
  const reader = { at: HEADER }
  const entries = Array.from({ length: count }, () => readEntry(file, reader))
  const total = entries.reduce((sum, { length }) => sum + length, 0)
  if (total > MAX_TABLES) throw new Refusal('is too large for a font')
  const packed = file.subarray(reader.at, reader.at + file.readUInt32BE(20))
  const data = brotliDecompressSync(packed, { maxOutputLength: Math.max(1, total) })
  if (data.length !== total) throw new Refusal(BROKEN)
  const tables = new Map<string, Buffer>()
  let at = 0
  for (const { tag, length } of entries) {
    add(tables, tag, data, at, length)
    at += length
  }
  return tables
}

/** `length`: of its bytes in the stream, after the transformation that some tables have. */
function readEntry(file: Buffer, reader: { at: number }): { tag: string; length: number } {
  const flags = file.readUInt8(reader.at++)
  const isNamed = (flags & OTHER_TAG) === OTHER_TAG
  const tag = isNamed ? file.toString('latin1', reader.at, reader.at + 4) : KNOWN_TAGS[flags & OTHER_TAG]
  if (isNamed) reader.at += 4
  const length = readBase128(file, reader)
  const form = flags >> 6
  const isTransformed = tag === 'glyf' || tag === 'loca' ? form !== 3 : form !== 0
  return { tag: tag ?? '', length: isTransformed ? readBase128(file, reader) : length }
}

/** A number of at most five bytes with seven bits each, without leading zeros. */
function readBase128(file: Buffer, reader: { at: number }): number {
  let value = 0
  for (let index = 0; index < 5; index++) {
    const byte = file.readUInt8(reader.at++)
    if (index === 0 && byte === 0x80) break
    value = value * 128 + (byte & 0x7f)
    if (value > 0xffffffff) break
    if (byte < 0x80) return value
  }
  throw new Refusal(BROKEN)
}

function checkedCount(count: number): number {
  if (count === 0 || count > MAX_COUNT) throw new Refusal(BROKEN)
  return count
}

function add(tables: Map<string, Buffer>, tag: string, from: Buffer, at: number, length: number): void {
  if (at + length > from.length || tables.has(tag)) throw new Refusal(BROKEN)
  tables.set(tag, from.subarray(at, at + length))
}
