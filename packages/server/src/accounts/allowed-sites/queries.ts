import type { AllowedSite } from '@vitrine/contract/api/accounts/allowed-sites'
import { rule } from '@vitrine/contract/rules'
import { ALLOWED_SITES_MAX } from '@vitrine/contract/sites/allowed-sites'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

/** Sorted by name. */
export const listSites = (db: Db): Promise<AllowedSite[]> =>
  db.selectFrom('allowed_sites').selectAll().orderBy('host').orderBy('id').execute()

export async function getSite(db: Db, id: string): Promise<AllowedSite> {
  const site = await db.selectFrom('allowed_sites').selectAll().where('id', '=', id).executeTakeFirst()
  if (!site) throw notFound('Site not found')
  return site
}

/** `db` is bound to the organization. Returns the existing entry if there is one. */
export async function addSite(db: Db, organizationId: string, host: string): Promise<AllowedSite> {
  // One at a time, or two concurrent calls would both find room.
  await lockRow(db, 'organizations', organizationId)
  const known = await db.selectFrom('allowed_sites').selectAll().where('host', '=', host).executeTakeFirst()
  if (known) return known
  const { count } = await db
    .selectFrom('allowed_sites')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= ALLOWED_SITES_MAX) throw invalid({ host: rule('at_most_sites', ALLOWED_SITES_MAX) })
  const site = { id: newId(), organizationId, host }
  await db.insertInto('allowed_sites').values(site).execute()
  return site
}

export const removeSite = (db: Db, id: string) =>
  db.deleteFrom('allowed_sites').where('id', '=', id).execute()
