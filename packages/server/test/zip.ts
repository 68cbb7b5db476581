import { readdirSync, readFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'

interface ZipEntry {
  name: string | Buffer
  content?: string | Buffer
  /** Packed with deflate, as tools do it. */
  packed?: boolean
  /** The name in the local header, where it differs from the list. */
  localName?: string
  crc?: number
  /** Unix file type and permissions. */
  mode?: number
  flags?: number
  method?: number
  /** What the archive claims, where that is a lie. */
  packedSize?: number
  size?: number
}

/** A zip archive written by hand, also what no tool would write. Entries are stored unless they say otherwise. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const {
    name,
    content = '',
    packed = false,
    mode = 0o100644,
    flags = 0,
    method = packed ? 8 : 0,
    localName = name,
    ...claimed
  } of entries) {
    const path = Buffer.from(name as string)
    const localPath = Buffer.from(localName as string)
    const whole = Buffer.from(content as string)
    const bytes = packed ? deflateRawSync(whole) : whole
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    // Bit 11: names are UTF-8.
    common.writeUInt16LE(flags | 0x800, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(claimed.crc ?? crc32(whole), 10)
    common.writeUInt32LE(claimed.packedSize ?? bytes.length, 14)
    common.writeUInt32LE(claimed.size ?? whole.length, 18)
    common.writeUInt16LE(path.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, localPath, bytes])
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, path]))
    files.push(file)
    offset += file.length
  }
  const listSize = list.reduce((sum, each) => sum + each.length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listSize, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, ...list, Buffer.from('PK\x05\x06'), end])
}

/** The folder of an example as a zip. */
function zipOfFolder(folder: URL): Buffer {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return zipOf(
    names.map(({ name }) => ({ name, content: readFileSync(new URL(name, folder)), packed: true })),
  )
}

/** The package that docs/packages.md explains. */
export const menuBoard = (): Buffer =>
  zipOfFolder(new URL('../../../docs/examples/menu-board/', import.meta.url))
