import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

const modules = new URL('../../../node_modules/', import.meta.url)
/** A font of the dependencies. */
export const fontFile = (file: string): Buffer => readFileSync(new URL(file, modules))
export const DEJAVU = 'dejavu-fonts-ttf/ttf/DejaVuSans-BoldOblique.ttf'

/** Where a table of a TTF begins, and its entry in the directory. */
export function tableIn(font: Buffer, tag: string): { entry: number; at: number; length: number } {
  const count = font.readUInt16BE(4)
  for (let entry = 12; entry < 12 + count * 16; entry += 16)
    if (font.toString('latin1', entry, entry + 4) === tag)
      return { entry, at: font.readUInt32BE(entry + 8), length: font.readUInt32BE(entry + 12) }
  throw new Error(`No ${tag}`)
}

/** A copy of a TTF with another license flag. */
export function withLicense(font: Buffer, fsType: number): Buffer {
  const copy = Buffer.from(font)
  copy.writeUInt16BE(fsType, tableIn(copy, 'OS/2').at + 8)
  return copy
}

/** The tables of a TTF as WOFF2, none of them transformed. `declared`: bytes that its directory adds to the last one. */
export function asWoff2(font: Buffer, declared = 0): Buffer {
  const tags = Array.from({ length: font.readUInt16BE(4) }, (_, index) =>
    font.toString('latin1', 12 + index * 16, 16 + index * 16),
  )
  const tables = tags.map((tag) => {
    const { at, length } = tableIn(font, tag)
    return font.subarray(at, at + length)
  })
  const entries = tags.map((tag, index) => {
    const length = (tables[index]?.length ?? 0) + (index === tags.length - 1 ? declared : 0)
    const flags = tag === 'glyf' || tag === 'loca' ? 0xff : 0x3f
    return Buffer.concat([Buffer.from([flags]), Buffer.from(tag, 'latin1'), base128(length)])
  })
  const packed = brotliCompressSync(Buffer.concat(tables), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  })
  const header = Buffer.alloc(48)
  const size = header.length + Buffer.concat(entries).length + packed.length
  header.write('wOF2', 'latin1')
  header.writeUInt32BE(0x10000, 4)
  header.writeUInt32BE(size, 8)
  header.writeUInt16BE(tags.length, 12)
  header.writeUInt32BE(packed.length, 20)
  return Buffer.concat([header, ...entries, packed])
}

function base128(value: number): Buffer {
  const bytes = [value & 0x7f]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift((rest & 0x7f) | 0x80)
  return Buffer.from(bytes)
}
