import { Readable } from 'node:stream'
import { MODEL_FILE, modelMediumPath, PACKAGE_JSON_MAX } from '@vitrine/contract/document/package-files'
import { modelForPage } from '@vitrine/contract/document/package-model'
import { fieldKeysIn, sourcesForScreen } from '@vitrine/contract/document/screen-values'
import { sourcesIn } from '@vitrine/contract/document/sources-in'
import type { Fields } from '@vitrine/contract/fields/field'
import { filesRulesIn } from '@vitrine/contract/fields/files-rule'
import { checkValues, mediaIn, readValues, type Values } from '@vitrine/contract/fields/values'
import { rule } from '@vitrine/contract/rules'
import { saveReferences } from '#base/references/queries.ts'
import type { BlobStore, Staged } from '#blobs/blob-store.ts'
import type { ReceivedFile } from '#content/uploads/api.ts'
import { type PackageFacts, unpackFile } from '#content/uploads/unpacking/api.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { shown, tenantOf } from '#db/scoped.ts'
import type { MediaTable, PackageVersionsTable } from '#db/tables/content.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { type PackageFile, type PackageFiles, packageHash, withModel } from '#playback/packages.ts'

/** Milliseconds to keep versions other than the saved one: screens and previews may still show them. */
const KEEP_OLD = 24 * 60 * 60_000
/** Rows per insert. */
const AT_ONCE = 500

export interface Package {
  id: string
  organizationId: string
  hash: string
  schema: Fields | null
  widgets: unknown
  model: unknown
}

/** A received package with its staged files. */
export interface Unpacked {
  facts: PackageFacts
  entries: PackageFiles
  staged: readonly Staged[]
}

/**
 * Unpacks a received zip and stages its files. `count` sees their bytes before they are written, and throws to refuse
 * them. A refusal names the zip and the form field, and leaves nothing behind.
 */
export async function unpackReceived(
  { name, sender, staged: zip }: ReceivedFile,
  field: string,
  blobs: BlobStore,
  limit: number,
  count: (content: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): Promise<Unpacked> {
  const staged: Staged[] = []
  const entries = new Map<string, PackageFile>()
  try {
    const facts = await unpackFile(zip.path, sender, async (key, content) => {
      const file = await blobs.stage(Readable.from(count(content)), limit)
      staged.push(file)
      entries.set(key, { sha256: file.sha256, size: file.size })
    })
    return { facts, entries, staged }
  } catch (error) {
    await Promise.all(staged.map((file) => file.discard()))
    if (!(error instanceof AppError)) throw error
    const reason = {
      UNSUPPORTED_MEDIA: error.message,
      TOO_LARGE: `contains a file larger than ${Math.floor(limit / 2 ** 20)} MB`,
    }[error.errKey as string]
    if (reason === undefined) throw error
    const sentence = `${name} ${reason}`
    throw new AppError(error.errKey, sentence, { [field]: sentence })
  }
}

/** A package with one set of values, with its generated file already stored; `saveVersion` writes it. */
export type NewVersion = Pick<
  PackageVersionsTable,
  'hash' | 'model' | 'modelSha256' | 'modelSize' | 'media' | 'sources'
> & { mediaIds: readonly string[] }

/** The fields of a media item that a package needs. */
export type PackageMedium = Pick<MediaTable, 'id' | 'name' | 'mimetype' | 'sha256' | 'size'>

/**
 * `values`: from `readValues`; `renewed`: media that are about to get other files. `db` is bound to the package's
 * organization; awaits files, so it can't be a transaction.
 */
export async function makeVersion(
  db: Db,
  blobs: BlobStore,
  entries: PackageFiles,
  fields: Fields,
  values: Values,
  renewed: readonly PackageMedium[] = [],
): Promise<NewVersion> {
  refuseLists(values)
  const wanted = mediaIn(fields, values).map((id) => ({ id }))
  const stored = wanted.length
    ? await shown(db)
        .selectFrom('media')
        .select(['id', 'name', 'mimetype', 'sha256', 'size'])
        .where('id', 'in', anyOf(db, wanted))
        .execute()
    : []
  const rows = stored.map((row) => renewed.find(({ id }) => id === row.id) ?? row)
  return versionWith(blobs, tenantOf(db), { entries, fields, values, media: rows })
}

/** A package reads its values itself, so no one fills its lists. Throws INVALID. */
function refuseLists(values: Values): void {
  for (const [name, value] of Object.entries(values))
    if (filesRulesIn(value).length > 0) throw invalid({ [`values.${name}`]: rule('media_entry', 1) })
}

/** The same with the media that the values name. */
export async function versionWith(
  blobs: BlobStore,
  organizationId: string | undefined,
  {
    entries,
    fields,
    values,
    media: rows,
  }: { entries: PackageFiles; fields: Fields; values: Values; media: readonly PackageMedium[] },
): Promise<NewVersion> {
  const known = new Map(rows.map((row) => [row.id, row]))
  const model = JSON.stringify(modelForPage(fields, values, (id) => known.get(id)))
  const bytes = Buffer.from(model)
  if (bytes.length > PACKAGE_JSON_MAX)
    throw new AppError('TOO_LARGE', 'These values are too large to save. Shorten long text or remove items.')
  const media = new Map<string, PackageFile>()
  for (const row of rows) {
    const path = modelMediumPath(row.id, row)
    if (path) media.set(path, { sha256: row.sha256, size: row.size })
  }
  const staged = await blobs.stage(Readable.from([bytes]), PACKAGE_JSON_MAX)
  await staged.keep()
  const file = { sha256: staged.sha256, size: staged.size }
  const sources = [...new Set([...sourcesIn(fields, values), ...sourcesForScreen(values)])]
  return {
    // Two organizations with the same package each read their own rows, so the hash must differ.
    hash: packageHash(withModel(entries, file, media), sources.length > 0 ? organizationId : undefined),
    model,
    modelSha256: file.sha256,
    modelSize: file.size,
    media: JSON.stringify(Object.fromEntries(media)),
    sources: JSON.stringify(sources),
    mediaIds: mediaIn(fields, values),
  }
}

/**
 * The first version of a package: with its own values, or with `values` as far as its form accepts them and their media
 * exist here.
 */
export async function firstVersion(
  db: Db,
  blobs: BlobStore,
  { facts, entries }: Unpacked,
  values: unknown = facts.model,
): Promise<NewVersion> {
  const { schema } = facts
  if (schema) {
    const version = await makeVersion(db, blobs, entries, schema, readValues(schema, values))
    const there = JSON.parse(version.model ?? '{}') as Values
    return { ...version, mediaIds: mediaIn(schema, there) }
  }
  return versionWithoutForm({ facts, entries })
}

/** Of a package that receives no values. */
export function versionWithoutForm({
  facts: { model },
  entries,
}: Pick<Unpacked, 'facts' | 'entries'>): NewVersion {
  const text = entries.has(MODEL_FILE) ? JSON.stringify(model) : null
  const nothing = { modelSha256: null, modelSize: null, media: '{}', sources: '[]', mediaIds: [] }
  return { hash: packageHash(entries), model: text, ...nothing }
}

export async function createPackage(
  db: Db,
  { id, organizationId }: { id: string; organizationId: string },
  { facts, entries }: Unpacked,
  version: NewVersion,
  now: number,
): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  const { schema, widgets } = facts
  await db
    .insertInto('packages')
    .values({ id, organizationId, hash: version.hash, schema: json(schema), widgets: json(widgets) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ hash: version.hash, schema: json(schema), widgets: json(widgets) }),
    )
    .execute()
  const rows = [...entries].map(([path, file]) => ({
    id: newId(),
    organizationId,
    packageId: id,
    path,
    ...file,
  }))
  for (let start = 0; start < rows.length; start += AT_ONCE)
    await db
      .insertInto('package_files')
      .values(rows.slice(start, start + AT_ONCE))
      .execute()
  await addVersion(db, { id, organizationId }, version, now)
  await savePackageReferences(db, { id, organizationId }, version)
}

const savePackageReferences = (
  db: Db,
  { id, organizationId }: Pick<Package, 'id' | 'organizationId'>,
  { mediaIds: media, sources, model }: NewVersion,
) =>
  saveReferences(
    db,
    organizationId,
    { kind: 'media', id },
    {
      media,
      source: JSON.parse(sources) as string[],
      'screen-field': fieldKeysIn(JSON.parse(model ?? 'null')),
    },
    'model',
  )

/** Stores a version next to the saved one, and deletes those that can no longer be shown. */
export async function addVersion(
  db: Db,
  { id, organizationId }: { id: string; organizationId: string },
  { mediaIds: _, ...version }: NewVersion,
  now: number,
): Promise<void> {
  await db
    .insertInto('package_versions')
    .values({ id: newId(), organizationId, packageId: id, ...version, createdAt: isoTime(now) })
    .onConflict((conflict) =>
      conflict.columns(['packageId', 'hash']).doUpdateSet({ createdAt: isoTime(now) }),
    )
    .execute()
  await db
    .deleteFrom('package_versions')
    .where('packageId', '=', id)
    .where('createdAt', '<', isoTime(now - KEEP_OLD))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('packages')
            .select('packages.id')
            .whereRef('packages.hash', '=', 'package_versions.hash')
            .where('packages.id', '=', id),
        ),
      ),
    )
    .execute()
}

/** Makes a version the saved one. */
export async function saveVersion(
  db: Db,
  found: { id: string; organizationId: string },
  version: NewVersion,
  now: number,
): Promise<void> {
  await db.updateTable('packages').set({ hash: version.hash }).where('id', '=', found.id).execute()
  await addVersion(db, found, version, now)
  await savePackageReferences(db, found, version)
}

/** Throws NOT_FOUND for anything that is not a package. */
export async function getPackage(db: Db, id: string): Promise<Package> {
  const row = await db
    .selectFrom('packages')
    .innerJoin('package_versions', (join) =>
      join
        .onRef('package_versions.packageId', '=', 'packages.id')
        .onRef('package_versions.hash', '=', 'packages.hash'),
    )
    .select([
      'packages.id',
      'packages.organizationId',
      'packages.hash',
      'packages.schema',
      'packages.widgets',
      'package_versions.model',
    ])
    .where('packages.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Package not found')
  const read = (json: string | null): unknown => (json === null ? null : JSON.parse(json))
  return {
    ...row,
    schema: read(row.schema) as Fields | null,
    widgets: read(row.widgets),
    model: read(row.model),
  }
}

/** The files of a package's zip. */
export async function packageEntries(db: Db, id: string): Promise<PackageFiles> {
  const rows = await db
    .selectFrom('package_files')
    .select(['path', 'sha256', 'size'])
    .where('packageId', '=', id)
    .execute()
  return new Map(rows.map(({ path, ...file }) => [path, file]))
}

/** The version from saving these values; throws INVALID by `model.<field>` if the form refuses them. */
export async function checkedVersion(
  db: Db,
  blobs: BlobStore,
  id: string,
  model: Values,
): Promise<NewVersion> {
  const fields = formOf(await getPackage(db, id))
  const errors = Object.entries(checkValues(fields, model))
  if (errors.length)
    throw invalid(Object.fromEntries(errors.map(([path, message]) => [`model.${path}`, message])))
  return makeVersion(db, blobs, await packageEntries(db, id), fields, readValues(fields, model))
}

/** The form of a package that receives values; a package without a form accepts none. */
export function formOf({ schema }: Package): Fields {
  if (!schema) throw invalid({ model: rule('invalid') })
  return schema
}
