import { directory } from './directory.ts'
import { event } from './event.ts'
import { keyFigures } from './key-figures.ts'
import { menu } from './menu.ts'
import { news } from './news.ts'
import { notice } from './notice.ts'
import { openingHours } from './opening-hours.ts'
import { prayerTimes } from './prayer-times.ts'
import { queue } from './queue.ts'
import { CARE } from './ready/care.ts'
import { FAITH } from './ready/faith.ts'
import { FOOD } from './ready/food.ts'
import { GUESTS } from './ready/guests.ts'
import { SHOPS } from './ready/shops.ts'
import { WORK } from './ready/work.ts'
import type { Template } from './template.ts'
import { touchKiosk } from './touch-kiosk.ts'
import { videoWall } from './video-wall.ts'
import { welcome } from './welcome.ts'

/** All templates, in the gallery's order. */
export const TEMPLATES: readonly Template[] = [
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
  ...FOOD,
  ...SHOPS,
  ...GUESTS,
  ...CARE,
  ...FAITH,
  ...WORK,
]
