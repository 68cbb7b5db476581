import type { Media } from '@vitrine/contract/api/content/media'
import { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import { familyOf } from '@vitrine/contract/player/video-families'
import type { z } from 'zod'
import { screensShowing } from '#content/media/on-screens.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** Width and height of a screen in pixels. */
export interface Box {
  width: number
  height: number
}

const FULL_HD = { long: 1920, short: 1080 }

interface Playability {
  /** Ids and names of screens that show it and have reported that they can't decode it. */
  unable: Map<string, string>
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
  const family = codec === null ? undefined : familyOf(codec)
  const unable = new Map<string, string>()
  let [long, short] = [0, 0]
  await eachReported(db, [...screens.keys()], (screen, { decodes, width, height }) => {
    if (decodes !== undefined && (family === undefined || !decodes.includes(family)))
      unable.set(screen, screens.get(screen) ?? '')
    if (width <= 0 || height <= 0) return
    long = Math.max(long, width, height)
    short = Math.max(short, Math.min(width, height))
  })
  if (long === 0) [long, short] = [FULL_HD.long, FULL_HD.short]
  const isPortrait = (height ?? 0) > (width ?? 0)
  const box = isPortrait ? { width: short, height: long } : { width: long, height: short }
  const isLarger = (width ?? 0) > box.width || (height ?? 0) > box.height
  return { unable, box, isUseful: family !== 'avc' || isLarger }
}

/** Screens per query. Other calls run in between. */
const AT_ONCE = 500

async function eachReported(
  db: Db,
  ids: readonly string[],
  visit: (id: string, facts: z.infer<typeof Reported>) => void,
): Promise<void> {
  // Screens of one kind report the same.
  const known = new Map<string, ReturnType<typeof Reported.safeParse>>()
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE).map((id) => ({ id }))
    const rows = await db
      .selectFrom('device_states')
      .select(['id', 'screen'])
      .where('id', 'in', anyOf(db, some))
      .execute()
    for (const { id, screen } of rows) {
      const read = known.get(screen) ?? Reported.safeParse(JSON.parse(screen))
      known.set(screen, read)
      if (read.success) visit(id, read.data)
    }
  }
}
