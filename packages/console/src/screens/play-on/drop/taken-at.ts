/** Bytes in which cameras write what they know. */
const START = 128 * 1024
/** Tags: when the picture was taken, where the tags about that are, and when the file was changed. */
const TAKEN = 0x9003
const EXIF = 0x8769
const CHANGED = 0x0132

/** When a photo was taken, by its camera; otherwise when the file was last changed. In milliseconds. */
export async function takenAt(file: File): Promise<number> {
  try {
    const bytes = new DataView(await file.slice(0, START).arrayBuffer())
    const tiff = tiffIn(bytes)
    return (tiff === undefined ? undefined : timeIn(bytes, tiff)) ?? file.lastModified
  } catch {
    // A damaged photo, or one that ends too early.
    return file.lastModified
  }
}

/** Where the tags of a JPEG start. */
function tiffIn(bytes: DataView): number | undefined {
  if (bytes.byteLength < 4 || bytes.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; at + 10 < bytes.byteLength; ) {
    const marker = bytes.getUint16(at)
    const length = bytes.getUint16(at + 2)
    if (marker === 0xffe1 && bytes.getUint32(at + 4) === 0x45786966) return at + 10
    if (marker < 0xffe0 || marker > 0xfffe || length < 2) return undefined
    at += 2 + length
  }
  return undefined
}

function timeIn(bytes: DataView, tiff: number): number | undefined {
  const little = bytes.getUint16(tiff) === 0x4949
  const first = tiff + bytes.getUint32(tiff + 4, little)
  const own = tagsAt(bytes, first, little)
  const exif = own.get(EXIF)
  const taken = exif === undefined ? undefined : tagsAt(bytes, tiff + exif, little).get(TAKEN)
  const place = taken ?? own.get(CHANGED)
  if (place === undefined) return undefined
  const text = Array.from({ length: 19 }, (_, index) =>
    String.fromCharCode(bytes.getUint8(tiff + place + index)),
  ).join('')
  const [, date, time] = /^(\d{4}:\d\d:\d\d) (\d\d:\d\d:\d\d)$/.exec(text) ?? []
  const at = date && time ? Date.parse(`${date.replaceAll(':', '-')}T${time}`) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** The values of tags, which are places for those that matter here. */
function tagsAt(bytes: DataView, start: number, little: boolean): Map<number, number> {
  const count = Math.min(200, bytes.getUint16(start, little))
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = start + 2 + index * 12
      return [bytes.getUint16(at, little), bytes.getUint32(at + 8, little)]
    }),
  )
}
