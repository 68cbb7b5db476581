// What screens of organizations with strict approval play: copies of what was approved.
import type { ManifestFile, ManifestMedia } from '@vitrine/contract/api/playback/manifest'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { tenantOf } from '#db/scoped.ts'
import type { ApprovedCopiesTable } from '#db/tables/approved.ts'
import type { Loading } from './live.ts'
import type { ApprovedStoryboard, LinkedMedium, LinkedPage, Sources } from './manifest.ts'

type CopyKind = ApprovedCopiesTable['kind']

/** Whether screens of the organization that `db` is bound to play copies. */
export async function isStrict(db: Db): Promise<boolean> {
  const id = tenantOf(db)
  if (id === undefined) throw new Error('Only an organization has a kind of approval')
  const row = await db.selectFrom('organizations').select('approval').where('id', '=', id).executeTakeFirst()
  return row?.approval === 'strict'
}

/** A medium as a copy has it; its files are rows. */
export type MediumCopy = Omit<LinkedMedium, 'files'>

export const listed = (db: Db, ids: Iterable<string>) =>
  anyOf(
    db,
    [...ids].map((id) => ({ id })),
  )

/** The copies of a kind among the ids, without those of what didn't exist. */
async function copiesOf<T>(db: Db, kind: CopyKind, ids: readonly string[]): Promise<Map<string, T>> {
  const rows = await db
    .selectFrom('approved_copies')
    .select(['id', 'copy'])
    .where('kind', '=', kind)
    .where('id', 'in', listed(db, ids))
    .execute()
  return new Map(rows.flatMap(({ id, copy }) => (copy === null ? [] : [[id, JSON.parse(copy) as T]])))
}

/** The files of copies, in the order of their SHA-256. */
async function filesOf(db: Db, ids: readonly string[]): Promise<Map<string, Map<string, ManifestFile>>> {
  const rows = await db
    .selectFrom('approved_files')
    .select(['copyId', 'sha256', 'size', 'mimetype'])
    .where('copyId', 'in', listed(db, ids))
    .orderBy('sha256')
    .execute()
  const found = new Map<string, Map<string, ManifestFile>>()
  for (const { copyId, sha256, mimetype, size } of rows) {
    const files = found.get(copyId) ?? new Map<string, ManifestFile>()
    found.set(copyId, files.set(sha256, { size: Number(size), mimetype }))
  }
  return found
}

async function load<T, S>(
  ids: readonly string[],
  into: Map<string, S | undefined>,
  read: () => Promise<Map<string, T>>,
  sourceOf: (id: string, copy: T) => S,
): Promise<void> {
  if (ids.length === 0) return
  const copies = await read()
  for (const id of ids) {
    const copy = copies.get(id)
    into.set(id, copy === undefined ? undefined : sourceOf(id, copy))
  }
}

/** From the copies of what was approved. */
export const COPIES: Loading = {
  storyboards: (db, ids, { storyboards }: Sources) =>
    load(
      ids,
      storyboards,
      () => copiesOf<ApprovedStoryboard>(db, 'storyboard', ids),
      (id, copy) => ({ id, ...copy }),
    ),
  pages: (db, ids, { pages }) =>
    load(
      ids,
      pages,
      () => copiesOf<LinkedPage>(db, 'page', ids),
      (_, copy) => copy,
    ),
  media: async (db, ids, { media }) => {
    if (ids.length === 0) return
    const files = await filesOf(db, ids)
    await load(
      ids,
      media,
      () => copiesOf<MediumCopy>(db, 'media', ids),
      (id, copy): LinkedMedium => ({ ...copy, files: files.get(id) ?? new Map<string, ManifestFile>() }),
    )
  },
}

/** Whether a file belongs to a copy of the organization that `db` is bound to, and its type. */
export async function fileOfCopy(db: Db, sha256: string): Promise<{ mimetype: string } | undefined> {
  return db
    .selectFrom('approved_files')
    .select('mimetype')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()
}

/** What a medium leads to besides its files. */
export const leadsOfMedium = ({ pageId, web }: ManifestMedia): string[] =>
  [pageId, web?.stream?.fallbackId].filter((id) => id != null)

/** The ids of things that have a copy. */
export async function copiedAmong(db: Db, things: readonly { id: string }[]): Promise<string[]> {
  const rows = await db
    .selectFrom('approved_copies')
    .select('id')
    .where('id', 'in', anyOf(db, things))
    .execute()
  return rows.map(({ id }) => id)
}
