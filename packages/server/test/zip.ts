import { readdirSync, readFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'

interface ZipEntry {
  name: string | Buffer
  content?: string | Buffer
  /** Compressed with deflate, as tools do. */
  packed?: boolean
  /** Name in the local header, if it differs from the central directory. */
  localName?: string
  crc?: number
  /** Unix file type and permissions. */
  mode?: number
  flags?: number
  method?: number
  /** Declared size, if it is false. */
  packedSize?: number
  size?: number
  /** Without the flag that says that the name is UTF-8. */
  isPlain?: boolean
  /** Extra fields of the list's entry. */
  extra?: Buffer
  /** Sizes follow the bytes, as in streamed archives. */
  isStreamed?: boolean
  /** Sizes of 64 bits. */
  isLong?: boolean
}

/** Builds a zip archive byte by byte, including content that no tool would write. Entries are stored by default. */
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
    isPlain = false,
    isStreamed = false,
    isLong = false,
    extra = Buffer.alloc(0),
    ...claimed
  } of entries) {
    const path = Buffer.from(name as string)
    const localPath = Buffer.from(localName as string)
    const whole = Buffer.from(content as string)
    const bytes = packed ? deflateRawSync(whole) : whole
    const crc = claimed.crc ?? crc32(whole)
    const [packedSize, size] = [claimed.packedSize ?? bytes.length, claimed.size ?? whole.length]
    const long = isLong ? longSizes(size, packedSize) : Buffer.alloc(0)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(isLong ? 45 : 20, 0)
    // Bit 11: names are UTF-8. Bit 3: sizes follow.
    common.writeUInt16LE(flags | (isPlain ? 0 : 0x800) | (isStreamed ? 8 : 0), 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(isLong ? 0xffff_ffff : packedSize, 14)
    common.writeUInt32LE(isLong ? 0xffff_ffff : size, 18)
    common.writeUInt16LE(path.length, 22)
    const local = Buffer.from(common)
    if (isStreamed) local.fill(0, 10, 22)
    common.writeUInt16LE(extra.length + long.length, 24)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    const after = Buffer.alloc(isStreamed ? 16 : 0)
    if (isStreamed) {
      after.write('PK\x07\x08', 'latin1')
      for (const [index, each] of [crc, packedSize, size].entries()) after.writeUInt32LE(each, 4 + 4 * index)
    }
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), local, localPath, bytes, after])
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, path, extra, long]))
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

/** The extra field of zip64. */
function longSizes(size: number, packedSize: number): Buffer {
  const field = Buffer.alloc(20)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(16, 2)
  field.writeBigUInt64LE(BigInt(size), 4)
  field.writeBigUInt64LE(BigInt(packedSize), 12)
  return field
}

/** Info-ZIP's extra field with a name in UTF-8, for a name in another encoding. */
export function unicodePath(name: string, replaced: Buffer): Buffer {
  const text = Buffer.from(name)
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + text.length, 2)
  field.writeUInt8(1, 4)
  field.writeUInt32LE(crc32(replaced), 5)
  return Buffer.concat([field, text])
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

/** The tables of a small timetable: a tram and a night bus at a stop with two platforms. */
export const gtfsFiles = (): Record<string, string | Buffer> & Record<'stop_times' | 'calendar', string> => ({
  agency: 'agency_id,agency_name,agency_timezone\nA,City,Europe/Berlin\n',
  stops: [
    'stop_id,stop_code,stop_name,parent_station,platform_code',
    'M,MKT,Market,,',
    'M1,,Market (west),M,A',
    'M2,,Market (east),M,B',
    'Z,,Zoo,,',
    'H,,Harbor,,',
  ].join('\r\n'),
  routes: [
    'route_id,route_short_name,route_long_name,route_type,route_color,route_text_color',
    'R4,4,,0,0B3D91,FFFFFF',
    'RN,N1,Night bus,3,,',
  ].join('\n'),
  trips: [
    '\ufeffroute_id,service_id,trip_id,trip_headsign',
    'R4,WD,T1,"Harbor, ""Old"" Pier"',
    'R4,WD,T2,Zoo',
    'RN,WD,T3,Airport',
    'R4,SP,T4,Zoo',
  ].join('\n'),
  stop_times: `${[
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,pickup_type',
    'T1,08:00:00,08:00:00,Z,1,,0',
    'T1,08:05:00,08:05:00,M2,2,,0',
    'T1,08:15:00,08:15:00,H,3,,0',
    'T2,08:20:00,08:20:00,M1,1,,0',
    'T2,08:30:00,08:30:00,Z,2,,0',
    'T3,25:10:00,25:10:00,M1,1,,0',
    'T3,25:40:00,25:40:00,H,2,,0',
    'T4,08:20:00,08:20:00,M1,1,,0',
    'T4,08:30:00,08:30:00,Z,2,,0',
  ].join('\n')}\n`,
  calendar: [
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
    'WD,1,1,1,1,1,0,0,20260101,20281231',
  ].join('\n'),
  calendar_dates: 'service_id,date,exception_type\nSP,20261129,1\n',
})

export const gtfsZip = (files: Record<string, string | Buffer> = gtfsFiles()): Buffer =>
  zipOf(Object.entries(files).map(([name, content]) => ({ name: `${name}.txt`, content, packed: true })))
