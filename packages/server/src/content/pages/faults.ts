import type { Impact } from '@vitrine/contract/api/base/impact'
import type { Db } from '#db/schema.ts'
import type { Plays } from '#playback/impact/impact.ts'
import { misfitsOf } from './misfits.ts'
import { missingOf } from './missing.ts'

/**
 * What is wrong with the pages that screens can play: values that they have none of, and other sizes. `only`: sizes of
 * the pages of one storyboard.
 */
export async function faultsOf(
  db: Db,
  plays: Plays,
  only?: { storyboardId: string },
): Promise<Pick<Impact, 'missing' | 'misfits'>> {
  const misfits = await misfitsOf(db, plays, only)
  return { missing: await missingOf(db, plays), ...(misfits.length > 0 && { misfits }) }
}
