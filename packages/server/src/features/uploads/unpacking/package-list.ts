import { stat } from 'node:fs/promises'
import { INDEX_FILE, MEDIA_FOLDER, packageKey } from '@vitrine/contract/document/package-files'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { BROKEN, Refusal } from '#features/uploads/probing/probe-verdict.ts'

const MAX_ENTRIES = 2000
/** Maximum unpacked bytes of a package. */
export const MAX_UNPACKED = 2 ** 30
const MAX_PATH = 500
const MAX_DEPTH = 30
/** Stored and deflated, which every tool uses. */
const METHODS = [0, 8]
const FILE_TYPE = 0o170000
const REGULAR = 0o100000
/** Files that operating systems add. */
const LEFTOVERS = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

export interface PackageEntry {
  entry: Entry
  /** Lookup key, relative to the folder of the index (`packageKey`). */
  key: string
}

/**
 * Reads a web package's list of files and refuses one that could do harm when unpacked, or shows nothing: it needs an
 * `index.html` at the top or in the only folder there. Sizes are those that the archive declares; the caller that
 * unpacks counts the real bytes. The caller closes the zip.
 */
export async function readPackage(path: string): Promise<{ zip: ZipFile; entries: PackageEntry[] }> {
  const { size } = await stat(path)
  const zip = await openPromise(path, { decodeStrings: false, autoClose: false })
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new Refusal(`contains more than ${MAX_ENTRIES} files`)
    const found = new Map<string, Entry>()
    const taken: [start: number, end: number][] = []
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      if (LEFTOVERS.test(name)) continue
      refuseHarmful(name, entry)
      if (name.endsWith('/')) continue
      const key = packageKey(name)
      if (found.has(key)) throw new Refusal(`contains ${name} twice`)
      found.set(key, entry)
      taken.push(await placeOf(zip, entry))
      unpacked += entry.uncompressedSize
    }
    refuseOverlaps(taken, size)
    if (unpacked > MAX_UNPACKED) throw new Refusal('is larger than 1 GB unpacked')
    refuseFilesAsFolders(found)
    const top = topOf([...found.keys()])
    return { zip, entries: [...found].map(([key, entry]) => ({ key: key.slice(top.length), entry })) }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Many tools write UTF-8 without declaring it; other encodings can't be distinguished from garbage. */
function nameOf({ fileNameRaw }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fileNameRaw)
  } catch {
    throw new Refusal("contains a file whose name isn't UTF-8")
  }
}

/** Nothing is repaired: a name that means something else on some system refuses the whole package. */
function refuseHarmful(name: string, entry: Entry): void {
  const folders = name.replace(/\/$/, '').split('/')
  const impossible =
    name.length > MAX_PATH ||
    folders.length > MAX_DEPTH ||
    /[\p{Cc}\\]|^[a-z]:/iu.test(name) ||
    folders.some((each) => each === '' || each === '.' || each === '..')
  if (impossible) throw new Refusal('contains a file with an invalid name')
  if (packageKey(name).split('/').includes(MEDIA_FOLDER.slice(0, -1)))
    throw new Refusal(`contains a folder named ${MEDIA_FOLDER}, which is reserved`)
  if (entry.isEncrypted()) throw new Refusal('is password-protected')
  if (!METHODS.includes(entry.compressionMethod)) throw new Refusal('uses an unsupported compression method')
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE
  if (type !== 0 && type !== REGULAR && !name.endsWith('/')) throw new Refusal('contains links')
}

/** The archive's byte range of an entry. The local header must agree. */
async function placeOf(zip: ZipFile, entry: Entry): Promise<[number, number]> {
  const local = await zip.readLocalFileHeaderPromise(entry)
  if (!entry.fileNameRaw.equals(local.fileName) || local.compressionMethod !== entry.compressionMethod)
    throw new Refusal(BROKEN)
  return [entry.relativeOffsetOfLocalHeader, local.fileDataStart + entry.compressedSize]
}

/** Overlapping entries could unpack to more than any archive holds. */
function refuseOverlaps(taken: [number, number][], size: number): void {
  let free = 0
  for (const [start, end] of taken.sort(([a], [b]) => a - b)) {
    if (start < free || end > size) throw new Refusal(BROKEN)
    free = end
  }
}

/** `a` and `a/b`: one of them would be unreachable. */
function refuseFilesAsFolders(found: ReadonlyMap<string, unknown>): void {
  for (const key of found.keys())
    for (let slash = key.indexOf('/'); slash > 0; slash = key.indexOf('/', slash + 1))
      if (found.has(key.slice(0, slash))) throw new Refusal(`contains ${key.slice(0, slash)} twice`)
}

/** The folder that contains everything, if the index isn't at the top. */
function topOf(keys: readonly string[]): string {
  if (keys.includes(INDEX_FILE)) return ''
  const top = `${keys[0]?.split('/')[0] ?? ''}/`
  if (keys.includes(top + INDEX_FILE) && keys.every((key) => key.startsWith(top))) return top
  throw new Refusal("isn't a web package: it has no index.html")
}
