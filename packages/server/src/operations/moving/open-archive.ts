// Reads an archive, of which nothing is trusted.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type Entry,
  fromRandomAccessReaderPromise,
  openPromise,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl'
import type { BlobStore } from '#blobs/blob-store.ts'
import { ArchiveError, damaged } from './archive-error.ts'
import { rowsFile } from './dump-rows.ts'
import { LATER_TABLES } from './earlier-archives.ts'
import {
  ENTRIES_MOST,
  FILES,
  FORMAT,
  FORMAT_VERSION,
  LINE_BYTES,
  MANIFEST,
  MANIFEST_BYTES,
  Manifest,
  ROWS_MOST,
  Sha256,
  TABLES_BYTES,
  tableEntry,
} from './format.ts'
import { MOVED_NAMES, PACKAGES } from './tables.ts'

export interface OpenArchive {
  manifest: Manifest
  /** Bytes of a file in the archive; undefined if it isn't there. */
  sizeOf(sha256: string): number | undefined
  file(sha256: string): Promise<Readable>
  /** Writes the rows of all tables to local files, and compares them with the manifest. */
  extractTables(folder: string): Promise<void>
  close(): void
}

/** An archive at a path, or in the file store. Throws an ArchiveError. */
export type From = { path: string } | { blobs: BlobStore; sha256: string; size: number }

const NOT_ONE = "This file isn't an archive of an organization. Choose a file that Vitrine exported."
const TABLE_ENTRIES = new Set([...MOVED_NAMES, PACKAGES].map(tableEntry))
const STORED = 0
const DEFLATED = 8

export async function openArchive(from: From): Promise<OpenArchive> {
  const zip = await openZip(from)
  try {
    const entries = await readEntries(zip)
    const manifest = await readManifest(zip, entries)
    refuseDifferences(manifest, entries)
    return {
      manifest,
      sizeOf: (sha256) => entries.get(`${FILES}${sha256}`)?.uncompressedSize,
      file: async (sha256) => {
        const entry = entries.get(`${FILES}${sha256}`)
        if (!entry) throw damaged(`the file ${sha256} is missing`)
        return zip.openReadStreamPromise(entry)
      },
      extractTables: (folder) => extractTables(zip, entries, manifest, folder),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error instanceof ArchiveError ? error : damaged(reasonOf(error))
  }
}

const reasonOf = (error: unknown) => (error as Error).message.replace(/\.$/, '').slice(0, 200)

async function openZip(from: From): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true } as const
  try {
    return 'path' in from
      ? await openPromise(from.path, options)
      : await fromRandomAccessReaderPromise(new StoreReader(from.blobs, from.sha256), from.size, options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ArchiveError('There is no such file.')
    throw new ArchiveError(NOT_ONE)
  }
}

/** Names are those that an export writes, each once; bytes belong to one entry. */
async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > ENTRIES_MOST) throw damaged('it has too many files')
  const entries = new Map<string, Entry>()
  let packed = 0
  for await (const entry of zip.eachEntry()) {
    const name = String(entry.fileName)
    const isTable = TABLE_ENTRIES.has(name)
    const isFile = name.startsWith(FILES) && Sha256.safeParse(name.slice(FILES.length)).success
    // An export begins with the manifest; any other zip with something else.
    if (entries.size === 0 && name !== MANIFEST) throw new ArchiveError(NOT_ONE)
    if (name !== MANIFEST && !isTable && !isFile) throw damaged('it has a file with an unexpected name')
    if (entries.has(name)) throw damaged('it has a file twice')
    if (entry.isEncrypted() || ![STORED, DEFLATED].includes(entry.compressionMethod))
      throw damaged('it is packed in another way')
    if (isFile && entry.compressedSize !== entry.uncompressedSize)
      throw damaged('its files are packed in another way')
    packed += entry.compressedSize
    if (packed > zip.fileSize) throw damaged('its files overlap')
    entries.set(name, entry)
  }
  return entries
}

async function readManifest(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get(MANIFEST)
  if (!entry) throw new ArchiveError(NOT_ONE)
  if (entry.uncompressedSize > MANIFEST_BYTES) throw damaged('its list of contents is too long')
  const pieces: Buffer[] = []
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
  const sent: unknown = parsed(Buffer.concat(pieces).toString())
  const { format, version } = (sent ?? {}) as { format?: unknown; version?: unknown }
  if (format !== FORMAT) throw new ArchiveError(NOT_ONE)
  if (typeof version === 'number' && version > FORMAT_VERSION)
    throw new ArchiveError(
      'This archive was made by a newer version of Vitrine. Update this server, and import it again.',
    )
  const read = Manifest.safeParse(sent)
  if (!read.success) throw damaged('its list of contents is wrong')
  return read.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isMissing = (table: string, tables: Manifest['tables'], entries: ReadonlyMap<string, Entry>): boolean =>
  !Object.hasOwn(tables, table) || !entries.has(tableEntry(table))

function refuseDifferences({ tables, files }: Manifest, entries: ReadonlyMap<string, Entry>): void {
  const wanted = [...MOVED_NAMES, PACKAGES]
  for (const table of wanted)
    if (isMissing(table, tables, entries) && !LATER_TABLES.has(table))
      throw damaged(`the table ${table} is missing`)
  const all = Object.values(tables)
  const sum = (of: 'rows' | 'bytes') => all.reduce((total, each) => total + each[of], 0)
  if (sum('rows') > ROWS_MOST || sum('bytes') > TABLES_BYTES)
    throw new ArchiveError('This archive has more rows than an import takes. Nothing was imported.')
  const count = [...entries.keys()].filter((name) => name.startsWith(FILES)).length
  if (count !== files.count) throw damaged('it has another number of files than it says')
}

async function extractTables(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  { tables }: Manifest,
  folder: string,
): Promise<void> {
  for (const table of [...MOVED_NAMES, PACKAGES]) {
    if (isMissing(table, tables, entries)) {
      await writeFile(rowsFile(folder, table), '', { mode: 0o600 })
      continue
    }
    const entry = entries.get(tableEntry(table))
    const said = tables[table]
    if (!entry || !said) throw damaged(`the table ${table} is missing`)
    if (entry.uncompressedSize !== said.bytes) throw damaged(`the table ${table} has another length`)
    const seen = { rows: 0, line: 0 }
    const hash = createHash('sha256')
    try {
      await pipeline(
        await zip.openReadStreamPromise(entry),
        async function* (content: AsyncIterable<Buffer>) {
          for await (const piece of content) {
            hash.update(piece)
            countLines(piece, seen, table)
            yield piece
          }
        },
        createWriteStream(rowsFile(folder, table), { mode: 0o600 }),
      )
    } catch (error) {
      throw error instanceof ArchiveError ? error : damaged(`the table ${table} can't be read`)
    }
    if (seen.line !== 0 || seen.rows !== said.rows || hash.digest('hex') !== said.sha256)
      throw damaged(`the rows of the table ${table} aren't those that were exported`)
  }
}

function countLines(piece: Buffer, seen: { rows: number; line: number }, table: string): void {
  let start = 0
  for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, start)) {
    seen.rows++
    if (seen.line + end - start > LINE_BYTES) throw damaged(`a row of the table ${table} is too long`)
    seen.line = 0
    start = end + 1
  }
  seen.line += piece.length - start
  if (seen.line > LINE_BYTES) throw damaged(`a row of the table ${table} is too long`)
}

/** Reads an archive in the file store by ranges: it may be larger than the local disk. */
class StoreReader extends RandomAccessReader {
  readonly #blobs: BlobStore
  readonly #sha256: string
  constructor(blobs: BlobStore, sha256: string) {
    super()
    this.#blobs = blobs
    this.#sha256 = sha256
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false })
  }
  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const last = Math.min(end, at + this.#blobs.rangeBytes) - 1
      for (const part of await this.#blobs.readRange(this.#sha256, { start: at, end: last })) {
        at += part.length
        yield part
      }
    }
  }
}
