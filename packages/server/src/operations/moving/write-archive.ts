import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { BlobStore } from '#blobs/blob-store.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { ArchiveError } from './archive-error.ts'
import { dumpRows, rowsFile } from './dump-rows.ts'
import { FILES, FORMAT, FORMAT_VERSION, MANIFEST, type Manifest, tableEntry } from './format.ts'

export interface Exporting {
  database: Db
  blobs: Pick<BlobStore, 'read' | 'size'>
  organizationId: string
  /** An empty local folder, for the rows. */
  folder: string
  /** Of Vitrine. */
  version: string
  now: number
  signal?: AbortSignal
  progress?(done: number, total: number): Promise<void>
}

export interface Archive {
  manifest: Manifest
  /** The zip, which is made while it is read. */
  content: Readable
}

/**
 * An organization as an archive. The rows are those of one moment; files never change under their hash. Throws an
 * ArchiveError if a file is missing.
 */
export async function writeArchive(exporting: Exporting): Promise<Archive> {
  const { database, blobs, organizationId, folder, now } = exporting
  const dump = await dumpRows(database, organizationId, folder)
  const files = [...dump.files].sort()
  let bytes = 0
  for (const sha256 of files) {
    const size = await blobs.size(sha256)
    if (size === undefined) throw await missing(database, organizationId, sha256)
    bytes += size
  }
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    madeBy: exporting.version,
    exportedAt: isoTime(now),
    organization: { name: dump.name },
    tables: dump.tables,
    files: { count: files.length, bytes },
    leftOut: dump.leftOut,
    waiting: dump.waiting,
  }
  const zip = new ZipFile()
  const mtime = new Date(now)
  const options = { mtime, mode: 0o100644 }
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST, options)
  for (const table of Object.keys(dump.tables))
    zip.addFile(rowsFile(folder, table), tableEntry(table), options)
  let done = 0
  // Opened when the zip gets to it: one at a time.
  for (const sha256 of files)
    zip.addReadStreamLazy(`${FILES}${sha256}`, { ...options, compress: false }, (give) => {
      const open = async () => {
        exporting.signal?.throwIfAborted()
        await exporting.progress?.(done++, files.length)
        return blobs.read(sha256)
      }
      open().then(
        (content) => give(null, content),
        (error) => give(error, undefined as never),
      )
    })
  const content = zip.outputStream as Readable
  zip.on('error', (error) => content.destroy(error))
  zip.end()
  return { manifest, content }
}

async function missing(database: Db, organizationId: string, sha256: string): Promise<ArchiveError> {
  const found = await database
    .selectFrom('media')
    .select('name')
    .where('organizationId', '=', organizationId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  const what = found ? `The file of ${found.name} is missing` : 'A file of this organization is missing'
  return new ArchiveError(`${what} from storage. Upload it again or delete it, and export again.`)
}
