import { createHash } from 'node:crypto'
import { MODEL_FILE } from '@vitrine/contract/document/package-files'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import type { PackageVersionsTable } from '#db/tables/content.ts'
import type { LinkedMedium } from './manifest.ts'

export interface PackageFile {
  sha256: string
  /** Bytes. */
  size: number
}
/** All files of one version of a package, by `packageKey`. */
export type PackageFiles = ReadonlyMap<string, PackageFile>

/**
 * Hash of a version: SHA-256 in hex over every path with its content. Equal files have equal hashes everywhere, unless
 * `organizationId` separates them because they show an organization's data.
 */
export function packageHash(files: PackageFiles, organizationId?: string): string {
  const list = [...files]
    .map(([path, { sha256 }]) => [path, sha256])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  if (organizationId !== undefined) list.push(['', organizationId])
  return createHash('sha256').update(JSON.stringify(list)).digest('hex')
}

/** The files of the zip plus those from the values: the model itself, and its media. */
export const withModel = (
  entries: PackageFiles,
  model: PackageFile | undefined,
  media: PackageFiles,
): PackageFiles => new Map([...entries, ...(model ? [[MODEL_FILE, model] as const] : []), ...media])

export interface PackageVersion {
  hash: string
  files: PackageFiles
}

/** A version as its page reads it. */
export interface FoundVersion {
  organizationId: string
  files: PackageFiles
  /** Keys of the data sources whose rows it may request. */
  sources: readonly string[]
}

/** The saved versions of existing packages by media id. `db` is bound to their organization. */
export async function loadPackages(part: Db, ids: readonly string[]): Promise<Map<string, PackageVersion>> {
  const db = whole(part)
  const versions = await db
    .selectFrom('packages')
    .innerJoin('package_versions', (join) =>
      join
        .onRef('package_versions.packageId', '=', 'packages.id')
        .onRef('package_versions.hash', '=', 'packages.hash'),
    )
    .selectAll('package_versions')
    .where(
      'packages.id',
      'in',
      anyOf(
        db,
        ids.map((id) => ({ id })),
      ),
    )
    .execute()
  const found = new Map<string, PackageVersion>()
  for (const version of versions)
    found.set(version.packageId, { hash: version.hash, files: await filesOf(db, version) })
  return found
}

/** A saved or previewed version of any organization: knowing its hash grants access. */
export async function findVersion(db: Db, hash: string): Promise<FoundVersion | undefined> {
  const version = await db
    .selectFrom('package_versions')
    .selectAll()
    .where('hash', '=', hash)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!version) return approvedVersion(db, hash)
  const { organizationId, sources } = version
  return { organizationId, files: await filesOf(db, version), sources: JSON.parse(sources) as string[] }
}

/** A version that screens play a copy of, while its package has other files already. */
async function approvedVersion(db: Db, hash: string): Promise<FoundVersion | undefined> {
  const row = await db
    .selectFrom('approved_copies')
    .select(['id', 'organizationId', 'copy'])
    .where('packageHash', '=', hash)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { medium, sources = [] } = JSON.parse(row.copy ?? '{}') as Omit<LinkedMedium, 'files'>
  const stored = await db
    .selectFrom('approved_files')
    .select(['sha256', 'size'])
    .where('copyId', '=', row.id)
    .execute()
  const sizes = new Map(stored.map(({ sha256, size }) => [sha256, Number(size)]))
  const files = Object.entries(medium.files ?? {}).map(
    ([path, sha256]) => [path, { sha256, size: sizes.get(sha256) ?? 0 }] as const,
  )
  return { organizationId: row.organizationId, files: new Map(files), sources }
}

async function filesOf(db: Db, version: PackageVersionsTable): Promise<PackageFiles> {
  const { packageId, modelSha256, modelSize, media } = version
  const rows = await db
    .selectFrom('package_files')
    .select(['path', 'sha256', 'size'])
    .where('packageId', '=', packageId)
    .execute()
  const entries = new Map(rows.map(({ path, ...file }) => [path, file]))
  const model = modelSha256 === null ? undefined : { sha256: modelSha256, size: modelSize ?? 0 }
  return withModel(entries, model, readMedia(media))
}

/** Whether a file belongs to a package of the organization that `db` is bound to. */
export async function isOfPackage(db: Db, sha256: string): Promise<boolean> {
  const entry = await db
    .selectFrom('package_files')
    .select('id')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()
  if (entry) return true
  const model = await db
    .selectFrom('package_versions')
    .select('id')
    .where('modelSha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()
  return model !== undefined
}

const readMedia = (json: string): PackageFiles =>
  new Map(Object.entries(JSON.parse(json) as Record<string, PackageFile>))

/** Maximum cached versions; a page requests its files one by one. */
const REMEMBERED = 100

/** Caches the most recently used versions by hash. They never change. */
export class PackageVersions {
  readonly #database: Db
  readonly #known = new Map<string, FoundVersion>()

  constructor(database: Db) {
    this.#database = database
  }

  async find(hash: string): Promise<FoundVersion | undefined> {
    const known = this.#known.get(hash) ?? (await findVersion(this.#database, hash))
    if (!known) return undefined
    // Move to the end of the eviction order.
    this.#known.delete(hash)
    this.#known.set(hash, known)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= REMEMBERED) break
      this.#known.delete(oldest)
    }
    return known
  }
}
