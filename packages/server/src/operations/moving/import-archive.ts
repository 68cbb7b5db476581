// Makes an organization of an archive: all of it, or nothing.

import { type MoveReport, TAKEN_EMAILS_LISTED } from '@vitrine/contract/api/operations/archives'
import { PACKAGE_TYPE } from '@vitrine/contract/document/package-files'
import { mediaIn, readValues } from '@vitrine/contract/fields/values'
import type { BlobStore } from '#blobs/blob-store.ts'
import {
  type PackageMedium,
  type Unpacked,
  versionWith,
  versionWithoutForm,
} from '#content/packages/queries.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { Settings } from '#lib/env.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { Owner } from '#lib/work/turns.ts'
import { type AuditActor, appendEntry } from '#operations/audit/log.ts'
import { ArchiveError, damaged } from './archive-error.ts'
import { FILE_COLUMNS } from './format.ts'
import { insertRows, type NewPackage } from './insert-rows.ts'
import { NewIds } from './new-ids.ts'
import { type From, type OpenArchive, openArchive } from './open-archive.ts'
import { type Packages, receiveFiles, type WantedFile } from './receive-files.ts'
import { type ColumnTypes, packageValues, readIds, stageRows } from './staged-rows.ts'
import type { MovedName, Row } from './tables.ts'

export interface Importing {
  database: Db
  blobs: BlobStore
  settings: Settings
  from: From
  /** An empty local folder, for the rows. */
  folder: string
  /** Of the new organization; absent: that in the archive. */
  name?: string | undefined
  /** Takes turns in inspecting files. */
  sender: Owner
  /** For the audit log. */
  actor: AuditActor
  now(): number
  signal?: AbortSignal
  progress?(done: number, total: number): Promise<void>
  /** In the transaction, with the organization: records that it is done. */
  done?(tx: Db, report: MoveReport): Promise<void>
}

/** Throws an ArchiveError, with a sentence for people. */
export async function importArchive(importing: Importing): Promise<MoveReport> {
  const archive = await openArchive(importing.from)
  try {
    return await importOpen(importing, archive)
  } catch (error) {
    // A limit of the installation, which says what to do.
    if (error instanceof AppError && error.errKey === 'STORAGE_LIMIT')
      throw new ArchiveError(`${error.message} Nothing was imported.`)
    throw error
  } finally {
    archive.close()
  }
}

async function importOpen(importing: Importing, archive: OpenArchive): Promise<MoveReport> {
  const { database, blobs, settings, folder, sender, signal, now } = importing
  const { manifest } = archive
  const organizationId = newId()
  const ids = new NewIds()
  await archive.extractTables(folder)
  readIds(folder, ids)
  ids.assign(organizationId)
  const wanted = new Wanted()
  stageRows(folder, {
    types: await columnTypes(database),
    ids,
    now: now(),
    see: (table, row) => wanted.see(table, row),
  })
  if (wanted.files.size < manifest.files.count) throw damaged('it has files that no row names')
  if (wanted.files.size > manifest.files.count) throw damaged('a file is missing')
  const progress = importing.progress ?? (async () => {})
  const received = await receiveFiles({ archive, blobs, sender, signal, progress }, wanted.files)
  const packages = await packagesOf(importing, organizationId, ids, wanted, received)
  await renewHolds(database, [...wanted.files.keys()], now())
  signal?.throwIfAborted()
  const waiting = manifest.waiting.map((id) => {
    if (!ids.has('storyboards', id)) throw damaged("a storyboard that waits isn't in it")
    return ids.of(id)
  })
  return inTransaction(database, async (tx) => {
    const { name, rows, takenEmails } = await insertRows({
      ...{ tx, settings, folder, organizationId, packages, waiting },
      name: importing.name,
      now: now(),
    })
    const report: MoveReport = {
      organization: { id: organizationId, name },
      rows,
      files: manifest.files.count,
      bytes: manifest.files.bytes,
      leftOut: manifest.leftOut,
      takenEmails: takenEmails.slice(0, TAKEN_EMAILS_LISTED),
      waiting: waiting.length,
    }
    await appendEntry(
      tx,
      {
        organizationId,
        actor: importing.actor,
        ...{ action: 'archives.import', kind: 'organization', verb: 'create' },
        things: [{ id: organizationId, name }],
        changed: { changes: [], more: 0 },
        ...{ address: null, request: newId() },
      },
      now(),
    )
    await importing.done?.(tx, report)
    return report
  })
}

/** The files that rows name, and the media that values of packages may name. */
class Wanted {
  readonly files = new Map<string, WantedFile>()
  readonly media = new Map<string, PackageMedium>()

  see(table: MovedName, row: Row): boolean {
    for (const column of FILE_COLUMNS[table as keyof typeof FILE_COLUMNS] ?? []) {
      const sha256 = row[column]
      if (typeof sha256 === 'string' && sha256 !== '') this.#want(row, sha256, column)
    }
    if (table === 'media') {
      const { id, name, mimetype, sha256, size } = row
      this.media.set(String(id), { id, name, mimetype, sha256, size } as PackageMedium)
    }
    return true
  }

  #want(row: Row, sha256: string, column: string): void {
    const isCaptions = column === 'captionsSha256'
    const name = String(row.name ?? 'an earlier file or a thumbnail')
    const size = Number(isCaptions ? row.captionsSize : row.size)
    // A card's item shows the card's thumbnail, and has its own size.
    const mimetype = isCaptions ? null : String(row.mimetype)
    const known = this.files.get(sha256)
    if (!known) this.files.set(sha256, { sha256, size, name, mimetype })
    else if (row.cardId == null && (known.size !== size || known.mimetype !== mimetype))
      throw damaged(`"${name}" and "${known.name}" say different things about one file`)
  }
}

async function packagesOf(
  { blobs, folder }: Importing,
  organizationId: string,
  ids: NewIds,
  { media }: Wanted,
  received: Packages,
): Promise<NewPackage[]> {
  const packages: NewPackage[] = []
  const values = new Map([...packageValues(folder, ids)].map(({ id, model }) => [id, model]))
  for (const { id, name, mimetype, sha256 } of media.values()) {
    if (mimetype !== PACKAGE_TYPE) continue
    const unpacked = received.get(sha256)
    if (!unpacked || !values.has(id)) throw damaged(`the web package "${name}" has no values`)
    const version = await versionOf(blobs, organizationId, unpacked, values.get(id), media)
    packages.push({ id, unpacked, version })
  }
  if (values.size !== packages.length) throw damaged('it has values of web packages that are not in it')
  return packages
}

async function versionOf(
  blobs: BlobStore,
  organizationId: string,
  unpacked: Unpacked,
  model: unknown,
  media: ReadonlyMap<string, PackageMedium>,
) {
  const { schema } = unpacked.facts
  if (!schema) return versionWithoutForm(unpacked)
  const values = readValues(schema, model)
  const named = mediaIn(schema, values).flatMap((id) => media.get(id) ?? [])
  const version = await versionWith(blobs, organizationId, {
    ...{ entries: unpacked.entries, fields: schema, values, media: named },
  })
  return { ...version, mediaIds: named.map(({ id }) => id) }
}

async function columnTypes(database: Db): Promise<ColumnTypes> {
  const tables = await database.introspection.getTables()
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      new Map(
        columns.map((column) => [
          column.name,
          { isText: /text/i.test(column.dataType), isNullable: column.isNullable },
        ]),
      ),
    ]),
  )
}

/** Of files that were kept long ago, perhaps: no collector may take them before their rows are there. */
async function renewHolds(database: Db, files: readonly string[], now: number): Promise<void> {
  for (let start = 0; start < files.length; start += 500) {
    const some = files.slice(start, start + 500)
    const renewed = await database
      .updateTable('file_states')
      .set({ at: now })
      .where('id', 'in', some)
      .where('state', '=', 'held')
      .executeTakeFirst()
    if (Number(renewed.numUpdatedRows) < new Set(some).size)
      throw new ArchiveError(
        'Copying the files took too long. Import the archive again: files that are there stay.',
      )
  }
}
