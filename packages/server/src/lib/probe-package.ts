import { stat } from 'node:fs/promises'
import { type Entry, openPromise } from 'yauzl'
import { BROKEN, type FileFacts, Refusal } from './probe-verdict.ts'

const MAX_ENTRIES = 2000
/** Bytes of all files of a package together, unpacked. */
const MAX_UNPACKED = 2 ** 30
const MAX_PATH = 500
/** Stored and deflated: what every tool makes. */
const METHODS = [0, 8]
const SYMLINK = 0o120000
const FILE_TYPE = 0o170000

/**
 * Reads the list of a web package and refuses what could do harm when it is unpacked, or shows nothing: there must be
 * an `index.html` at the top or in the only folder there. Sizes are those that the archive claims; unpacking counts the
 * bytes that really come out.
 */
export async function probePackage(path: string): Promise<FileFacts> {
  const { size } = await stat(path)
  const names = new Set<string>()
  let packed = 0
  let unpacked = 0
  const zip = await openPromise(path, { strictFileNames: true })
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new Refusal(`holds more than ${MAX_ENTRIES} files`)
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/') || entry.fileName.startsWith('__MACOSX/')) continue
      refuseHarmful(entry)
      const name = entry.fileName.toLowerCase()
      if (names.has(name)) throw new Refusal(`holds ${entry.fileName} twice`)
      names.add(name)
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
    }
  } finally {
    zip.close()
  }
  // Entries that share their bytes unfold to more than any archive holds.
  if (packed > size) throw new Refusal(BROKEN)
  if (unpacked > MAX_UNPACKED) throw new Refusal('is larger than 1 GB unpacked')
  if (!hasIndex([...names])) throw new Refusal('is not a web package: it has no index.html')
  return {
    kind: 'package',
    mimetype: 'application/zip',
    width: null,
    height: null,
    duration: null,
    codec: null,
  }
}

function refuseHarmful(entry: Entry): void {
  if (entry.isEncrypted()) throw new Refusal('is locked with a password')
  if (!METHODS.includes(entry.compressionMethod))
    throw new Refusal('is packed in a way that is not supported')
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) throw new Refusal('holds links')
  if (entry.fileName.length > MAX_PATH || /\p{Cc}/u.test(entry.fileName))
    throw new Refusal('holds a file with an impossible name')
}

function hasIndex(names: readonly string[]): boolean {
  const [top = ''] = names[0]?.split('/') ?? []
  return (
    names.includes('index.html') ||
    (names.includes(`${top}/index.html`) && names.every((name) => name.startsWith(`${top}/`)))
  )
}
