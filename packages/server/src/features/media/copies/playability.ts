import type { Media } from '@vitrine/contract/api/media'
import { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import type { UsedBy } from '@vitrine/contract/errors'
import { familyOf } from '@vitrine/contract/player/video-families'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { screensShowing } from '#features/media/uses/on-screens.ts'

/** Width and height of a screen in pixels. */
export interface Box {
  width: number
  height: number
}

const FULL_HD = { long: 1920, short: 1080 }

interface Playability {
  /** Screens that show it and have reported that they can't decode it. */
  unable: UsedBy[]
  /** Size of the largest screen that shows it, in the video's orientation. */
  box: Box
  isUseful: boolean
}

const Reported = ScreenFacts.pick({ width: true, height: true, decodes: true })

/** Reported capabilities of the screens that show a video. `db` is bound to its organization. */
export async function playabilityOf(
  db: Db,
  { id, codec, width, height }: Pick<Media, 'id' | 'codec' | 'width' | 'height'>,
  now: number,
): Promise<Playability> {
  const screens = await screensShowing(db, id, now)
  const rows = screens.length
    ? await db
        .selectFrom('device_states')
        .select(['id', 'screen'])
        .where('id', 'in', anyOf(db, screens))
        .execute()
    : []
  const facts = new Map(
    rows.flatMap((row) => {
      const read = Reported.safeParse(JSON.parse(row.screen))
      return read.success ? [[row.id, read.data] as const] : []
    }),
  )
  const family = codec === null ? undefined : familyOf(codec)
  const unable = screens.filter((screen) => {
    const decodes = facts.get(screen.id)?.decodes
    return decodes !== undefined && (family === undefined || !decodes.includes(family))
  })
  const sides = [...facts.values()].filter((each) => each.width > 0 && each.height > 0)
  const largest = (side: (a: number, b: number) => number, least: number) =>
    sides.length ? Math.max(...sides.map((each) => side(each.width, each.height))) : least
  const [long, short] = [largest(Math.max, FULL_HD.long), largest(Math.min, FULL_HD.short)]
  const isPortrait = (height ?? 0) > (width ?? 0)
  const box = isPortrait ? { width: short, height: long } : { width: long, height: short }
  const isLarger = (width ?? 0) > box.width || (height ?? 0) > box.height
  return { unable, box, isUseful: family !== 'avc' || isLarger }
}
