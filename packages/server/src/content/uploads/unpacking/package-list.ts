import { stat } from 'node:fs/promises'
import { INDEX_FILE, MEDIA_FOLDER, packageKey } from '@vitrine/contract/document/package-files'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { BROKEN, Refusal } from '#content/uploads/probing/probe-verdict.ts'
import { pathOf, shownName } from './package-names.ts'

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

interface FileList {
  zip: ZipFile
  /** By lookup key (`packageKey`). */
  found: Map<string, { entry: Entry; name: string }>
}

/**
 * Reads a web package's list of files, and refuses one that shows nothing: it needs an `index.html` at the top or in the
 * only folder there, at any depth. The caller closes the zip.
 */
export async function readPackage(path: string): Promise<{ zip: ZipFile; entries: PackageEntry[] }> {
  const { zip, found } = await listFiles(path)
  try {
    const top = topOf(found)
    return { zip, entries: [...found].map(([key, { entry }]) => ({ key: key.slice(top.length), entry })) }
  } catch (error) {
    zip.close()
    throw error
  }
}

/**
 * Reads a zip's list of files, and refuses one that could do harm when unpacked. Sizes are those that the archive declares;
 * the caller that unpacks counts the real bytes. The caller closes the zip.
 */
export async function listFiles(path: string): Promise<FileList> {
  const { size } = await stat(path)
  const zip = await openPromise(path, { decodeStrings: false, autoClose: false })
  try {
    if (zip.entryCount > MAX_ENTRIES)
      throw new Refusal(
        `contains more than ${MAX_ENTRIES} files. Leave out those that the page doesn't load.`,
      )
    const found: FileList['found'] = new Map()
    const taken: [start: number, end: number][] = []
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      const name = pathOf(entry)
      if (name === '' || LEFTOVERS.test(name)) continue
      refuseHarmful(name, entry)
      if (name.endsWith('/')) continue
      const key = packageKey(name)
      const same = found.get(key)
      if (same) refuseTwice(same.name, name)
      found.set(key, { entry, name })
      taken.push(await placeOf(zip, entry))
      unpacked += entry.uncompressedSize
    }
    refuseOverlaps(taken, size)
    if (unpacked > MAX_UNPACKED) throw new Refusal('is larger than 1 GB unpacked')
    refuseFilesAsFolders(found)
    return { zip, found }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** A name that means something else on some system, or anything that could do harm, refuses the whole package. */
function refuseHarmful(name: string, entry: Entry): void {
  const shown = shownName(name)
  if (/^[a-z]:|^\//i.test(name))
    throw new Refusal(`contains ${shown} with its full path. Zip the folder's files without full paths.`)
  const folders = name.replace(/\/$/, '').split('/')
  if (folders.includes('..'))
    throw new Refusal(
      `contains ${shown}, which is outside of the package. Move it next to index.html and zip again.`,
    )
  if (/\p{Cc}/u.test(name) || folders.includes(''))
    throw new Refusal(`contains ${shown}, which has an invalid name. Rename it and zip again.`)
  if (name.length > MAX_PATH || folders.length > MAX_DEPTH)
    throw new Refusal(`contains ${shown}, whose path is too long. Use fewer folders or shorter names.`)
  if (packageKey(name).split('/').includes(MEDIA_FOLDER.slice(0, -1)))
    throw new Refusal(`contains a folder named ${MEDIA_FOLDER}, which is reserved. Rename it and zip again.`)
  if (entry.isEncrypted()) throw new Refusal(`is password-protected (${shown}). Zip it without a password.`)
  if (!METHODS.includes(entry.compressionMethod))
    throw new Refusal(
      `contains ${shown} in an unsupported compression. Zip again with the usual one, which tools call Deflate.`,
    )
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE
  if (type !== 0 && type !== REGULAR && !name.endsWith('/'))
    throw new Refusal(`contains ${shown}, which is a link. Replace it with the file itself and zip again.`)
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

function refuseTwice(one: string, other: string): never {
  const names = one === other ? shownName(one) : `${shownName(one)} and ${shownName(other)}`
  throw new Refusal(
    `contains ${names}${one === other ? ' twice' : ', which have the same name here'}. Rename or remove one and zip again.`,
  )
}

/** `a` and `a/b`: one of them would be unreachable. */
function refuseFilesAsFolders(found: ReadonlyMap<string, { name: string }>): void {
  for (const [key, { name }] of found)
    for (let slash = key.indexOf('/'); slash > 0; slash = key.indexOf('/', slash + 1)) {
      const file = found.get(key.slice(0, slash))
      if (file) refuseTwice(file.name, name)
    }
}

/** The folder of the index, if it contains everything: '' for the top, otherwise with a slash at the end. */
function topOf(found: ReadonlyMap<string, { name: string }>): string {
  const keys = [...found.keys()]
  for (let top = ''; ; ) {
    if (keys.includes(top + INDEX_FILE)) return top
    const [folder, ...rest] = (keys[0] ?? '').slice(top.length).split('/')
    const next = `${top}${folder}/`
    if (rest.length === 0 || !keys.every((key) => key.startsWith(next))) break
    top = next
  }
  throw new Refusal(`isn't a web package: it has no ${INDEX_FILE} at the top. ${adviceFor(found)}`)
}

function adviceFor(found: ReadonlyMap<string, { name: string }>): string {
  const names = [...found.values()]
    .map(({ name }) => name)
    .sort((a, b) => a.split('/').length - b.split('/').length)
  const index = names.find((name) => packageKey(name).endsWith(`/${INDEX_FILE}`))
  if (index) return `It is ${shownName(index)}: zip only the files of that folder.`
  const page = names.find((name) => /\.x?html?$/i.test(name))
  return page ? `Rename ${shownName(page)} to ${INDEX_FILE} and zip again.` : 'Zip the files of a web page.'
}
