import { directory } from './directory.ts'
import { event } from './event.ts'
import { keyFigures } from './key-figures.ts'
import { menu } from './menu.ts'
import { news } from './news.ts'
import { notice } from './notice.ts'
import { openingHours } from './opening-hours.ts'
import { prayerTimes } from './prayer-times.ts'
import { queue } from './queue.ts'
import type { Template } from './template.ts'
import { touchKiosk } from './touch-kiosk.ts'
import { videoWall } from './video-wall.ts'
import { welcome } from './welcome.ts'

/** Every template, in the gallery's order. A new one is a file and a line here. */
export const TEMPLATES = [
  welcome,
  menu,
  notice,
  event,
  openingHours,
  news,
  prayerTimes,
  keyFigures,
  directory,
  queue,
  videoWall,
  touchKiosk,
] as const satisfies readonly Template[]
