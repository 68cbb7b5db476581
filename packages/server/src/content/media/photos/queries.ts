import type { WebPage } from '@vitrine/contract/api/content/web-page'
import { PICTURES_MAX, type WebPhoto } from '@vitrine/contract/api/content/web-picture'
import type { Selectable } from 'kysely'
import { deleteThumbnails } from '#content/thumbnails/queries.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { WebPhotosTable } from '#db/tables/web-pictures.ts'
import { AppError } from '#lib/errors.ts'

export type PhotoRow = Selectable<WebPhotosTable>

export const NO_PICTURE = { sha256: '', mimetype: '', size: 0, takenAt: null, changedAt: null } as const
/** As stored before the first picture. */
const NONE = {
  ...NO_PICTURE,
  ...{ checkedAt: null, problem: null, detail: '', failures: 0, failingSince: null },
} as const

/**
 * Has a web page photographed from now on, or no more, in the transaction that saves it. `db` is bound to its
 * organization. Throws STORAGE_LIMIT beyond the limit of such pages.
 */
export async function savePhotoOf(
  db: Db,
  { id, organizationId }: { id: string; organizationId: string },
  { address, picture }: Pick<WebPage, 'address' | 'picture'>,
  now: number,
): Promise<void> {
  if (!picture) return forgetPhoto(db, id)
  const due = { nextAt: now, problem: null, detail: '', failures: 0, failingSince: null }
  const known = await db.updateTable('web_photos').set(due).where('id', '=', id).executeTakeFirst()
  if (known.numUpdatedRows > 0n) return
  await lockRow(db, 'organizations', organizationId)
  const { count } = await db
    .selectFrom('web_photos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= PICTURES_MAX)
    throw new AppError(
      'STORAGE_LIMIT',
      `The server photographs up to ${PICTURES_MAX} web pages of an organization. Show another one as a live page first.`,
    )
  await db
    .insertInto('web_photos')
    .values({ id, organizationId, address, ...NONE, nextAt: now })
    .execute()
}

async function forgetPhoto(db: Db, id: string): Promise<void> {
  const gone = await db.deleteFrom('web_photos').where('id', '=', id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) return
  await replaceThumbnail(db, id, null)
}

/** Shows another picture of the page in the library; its version stays, because no person edited it. */
export async function replaceThumbnail(db: Db, id: string, thumbnailId: string | null): Promise<void> {
  const before = await db.selectFrom('media').select('thumbnailId').where('id', '=', id).executeTakeFirst()
  await db.updateTable('media').set({ thumbnailId }).where('id', '=', id).execute()
  await deleteThumbnails(db, [before?.thumbnailId ?? null])
}

/** Undefined for a page that is shown live. */
export const photoOf = (db: Db, id: string): Promise<PhotoRow | undefined> =>
  db.selectFrom('web_photos').selectAll().where('id', '=', id).executeTakeFirst()

/** The state of a picture, for people. `db` is bound to the organization. */
export async function photoState(db: Db, id: string, isPossible: boolean): Promise<WebPhoto> {
  const row: Omit<PhotoRow, 'id' | 'organizationId' | 'address' | 'nextAt'> & { nextAt?: number } =
    (await photoOf(db, id)) ?? NONE
  const login = await db.selectFrom('web_logins').select('id').where('id', '=', id).executeTakeFirst()
  const { takenAt, changedAt, checkedAt, nextAt = null, problem, detail, failingSince } = row
  return {
    ...{ isPossible, takenAt, changedAt, checkedAt, nextAt, problem, detail, failingSince },
    hasSecrets: login !== undefined,
  }
}
