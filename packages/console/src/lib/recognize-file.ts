/** What a file is, by its content: names and types of the system are often missing or wrong. */
export type FileKind =
  | 'picture'
  | 'video'
  | 'audio'
  | 'deck'
  | 'package'
  | 'xlsx'
  | 'csv'
  | 'ical'
  | 'link'
  /** Formats of offices that nothing here opens: *Save as* helps. */
  | 'xls'
  | 'document'
  | 'unknown'

/** Bytes that are read of a file's start, and of a zip's list of names at its end. */
const START = 4096
const LIST_MOST = 2 ** 20
/** A zip's end: 22 bytes, and a comment of up to 64 kB. */
const END = 22 + 0xffff
/** Names that are looked at in a zip. */
const NAMES_MOST = 5000

/** Whether a file can be imported as shapes: an SVG, or a PDF file. */
export const isDrawing = (file: File): boolean =>
  /^(?:image\/svg\+xml|application\/pdf)$/.test(file.type) || /\.(?:svg|pdf)$/i.test(file.name)

/** Never reads more than about a megabyte, whatever the file claims. */
export async function recognize(file: Blob): Promise<FileKind> {
  const start = await bytesOf(file.slice(0, START))
  const magic = latin(start)
  if (magic.slice(0, 1024).includes('%PDF-')) return 'deck'
  if (magic.startsWith('PK\x03\x04')) return ofZip(await namesInZip(file), magic)
  if (magic.startsWith('\xd0\xcf\x11\xe0')) return 'xls'
  return ofMagic(magic) ?? ofText(start, file.size) ?? 'unknown'
}

function ofMagic(magic: string): FileKind | undefined {
  if (/^(\xff\xd8\xff|\x89PNG|GIF8|BM|II\*\0|MM\0\*)/.test(magic)) return 'picture'
  if (magic.startsWith('RIFF')) return magic.slice(8, 12) === 'WEBP' ? 'picture' : 'audio'
  if (magic.slice(4, 8) === 'ftyp') {
    const brand = magic.slice(8, 12)
    if (/^(avif|avis|heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(brand)) return 'picture'
    return brand.startsWith('M4A') ? 'audio' : 'video'
  }
  if (magic.startsWith('\x1a\x45\xdf\xa3')) return 'video'
  if (/^(ID3|\xff[\xe2-\xfb]|OggS|fLaC)/.test(magic)) return 'audio'
  return undefined
}

function ofZip(names: readonly string[], magic: string): FileKind {
  if (names.includes('xl/workbook.xml')) return 'xlsx'
  if (names.includes('ppt/presentation.xml')) return 'deck'
  if (names.includes('word/document.xml')) return 'document'
  // An OpenDocument's first entry is its type, uncompressed.
  const type = /mimetypeapplication\/vnd\.oasis\.opendocument\.(presentation)?/.exec(magic)
  if (type) return type[1] ? 'deck' : 'document'
  return 'package'
}

/** Names of the files in a zip, from the list at its end; none if it is damaged. */
async function namesInZip(file: Blob): Promise<string[]> {
  const tail = await bytesOf(file.slice(Math.max(0, file.size - END)))
  const end = latin(tail).lastIndexOf('PK\x05\x06')
  if (end < 0 || end + 22 > tail.length) return []
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength)
  const [size, at] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)]
  const list = latin(await bytesOf(file.slice(at, at + Math.min(size, LIST_MOST))))
  const names: string[] = []
  for (let next = 0; names.length < NAMES_MOST && list.startsWith('PK\x01\x02', next); ) {
    const short = (offset: number) =>
      list.charCodeAt(next + offset) + 256 * list.charCodeAt(next + offset + 1)
    const length = short(28)
    names.push(list.slice(next + 46, next + 46 + length))
    next += 46 + length + short(30) + short(32)
  }
  return names
}

function ofText(start: Uint8Array, size: number): FileKind | undefined {
  const text = textOf(start, size > START)
  if (text === undefined) return undefined
  const trimmed = text.trimStart()
  if (/^BEGIN:VCALENDAR/i.test(trimmed)) return 'ical'
  if (isSvg(trimmed)) return 'picture'
  if (linkIn(text)) return 'link'
  return isTable(text, size > START) ? 'csv' : undefined
}

/** Whether the first element is `svg`, after comments and declarations. */
function isSvg(text: string): boolean {
  let at = 0
  while (text.startsWith('<?', at) || text.startsWith('<!', at)) {
    const end = text.startsWith('<!--', at) ? '-->' : '>'
    const found = text.indexOf(end, at)
    if (found < 0) return false
    at = found + end.length
    while (/\s/.test(text.charAt(at))) at += 1
  }
  return /^<svg[\s>]/i.test(text.slice(at, at + 5))
}

/** The address in a shortcut of Windows, or in a text that is nothing else. */
export function linkIn(text: string): string | undefined {
  const [, shortcut = ''] = text.split(/^\[InternetShortcut\]/im)
  const address = /^URL=(\S+)/im.exec(shortcut)?.[1] ?? text.trim()
  return /^https?:\/\/\S+$/i.test(address) ? address : undefined
}

/** UTF-8 or UTF-16, or the letters of Windows in sheets of older programs; undefined for other bytes. */
function textOf(bytes: Uint8Array, isCut: boolean): string | undefined {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isWide) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts have none but these
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(latin(bytes))) return undefined
  // The last character may be cut.
  const whole = isCut ? bytes.slice(0, -4) : bytes
  return new TextDecoder('utf-8').decode(whole)
}

/** Lines of which most have the same number of separators. */
function isTable(text: string, isCut: boolean): boolean {
  const lines = text.split(/\r?\n/).slice(0, 50)
  const whole = (isCut ? lines.slice(0, -1) : lines).filter((line) => line.trim() !== '')
  return [',', ';', '\t'].some((separator) => {
    const counts = whole.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length - 1)
    const [first = 0] = counts
    return (
      whole.length > 1 && first > 0 && counts.filter((count) => count === first).length > whole.length / 2
    )
  })
}

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer())

/** One character for each byte. */
const latin = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return text
}
