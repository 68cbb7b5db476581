import { crc32 } from 'node:zlib'
import type { SourceFile } from './content.ts'

/** A web package of these files, as a zip without compression. */
export function packageOf(name: string, files: Readonly<Record<string, string | Buffer>>): SourceFile {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as string)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x800, 2)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(path), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const part = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(path), bytes])
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), facts, place, Buffer.from(path)]))
    parts.push(part)
    offset += part.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(list.length, 8)
  end.writeUInt16LE(list.length, 10)
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(offset, 16)
  return { name, mimeType: 'application/zip', buffer: Buffer.concat([...parts, ...list, end]) }
}
