import type { Impact, Misfit } from '@vitrine/contract/api/base/impact'
import { faultsOf, misfitsOf } from '#content/pages/api.ts'
import type { Db } from '#db/schema.ts'
import { groupsPlaying, impactOf, type Plays, readPlays } from '#playback/impact/impact.ts'
import { getStoryboard } from './queries.ts'

/** What the screens that play a storyboard show. */
export const playsOfStoryboard = async (db: Db, id: string, now: number): Promise<Plays> =>
  readPlays(db, { groupIds: await groupsPlaying(db, id) }, now)

/** What a saved storyboard would change once it is approved. `before`: before the save; undefined for a new one. */
export async function impactOfStoryboard(
  db: Db,
  id: string,
  before: Plays | undefined,
  now: number,
): Promise<Impact> {
  const after = await readPlays(db, { groupIds: await groupsPlaying(db, id), storyboardId: id }, now)
  const { items } = await getStoryboard(db, id)
  const rules = items.map(({ screens }) => screens)
  const impact = await impactOf(db, { before: before ?? after, after, rules }, now)
  return { ...impact, ...(await faultsOf(db, after, { storyboardId: id })) }
}

/** The screens whose size the pages of a storyboard, as last saved, don't fit. */
export async function misfitsOfStoryboard(db: Db, id: string, now: number): Promise<Misfit[]> {
  const groupIds = await groupsPlaying(db, id)
  return misfitsOf(db, await readPlays(db, { groupIds, storyboardId: id }, now), { storyboardId: id })
}
