import { MISFITS_MAX, MISFITS_NAMED, type Misfit } from '@vitrine/contract/api/base/impact'
import type { ScreenSize } from '@vitrine/contract/api/content/layouts'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { sizeOfDevice } from '@vitrine/contract/api/screens/screen-size'
import type { VideoWall } from '@vitrine/contract/api/screens/video-wall'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { isShrunk, misfitOf } from '@vitrine/contract/document/page-fit'
import type { Size } from '@vitrine/contract/document/sizes'
import { smallestLetters } from '@vitrine/contract/document/smallest-letters'
import { pixelsOfWall } from '@vitrine/contract/player/screen-pixels'
import { playsOn } from '@vitrine/contract/schedule/screen-rule'
import { playsThere } from '@vitrine/contract/schedule/show-dates'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { Plays } from '#playback/impact/impact.ts'
import { mainStoryboardsOf } from '#playback/schedules/group-schedules.ts'

/** The most pages that are examined, and how many of their documents are in memory at the same time. */
const EXAMINED_MAX = 200
const BATCH = 20

interface Screen extends Size {
  id: string
  name: string
  deviceGroupId: string | null
}

/** Screens of one size that can play the same pages. */
interface Audience extends Size {
  screens: Screen[]
  pageIds: ReadonlySet<string>
}

interface Page extends Size {
  id: string
  name: string
  type: 'card' | 'layout'
  shape?: 'screen'
  letters?: number
}

/** Which pages don't fit which screens that can play them; the most screens first. `only`: of one page, or of one storyboard. */
export async function misfitsOf(
  db: Db,
  plays: Plays,
  only: { pageId?: string; storyboardId?: string } = {},
): Promise<Misfit[]> {
  const audiences = audiencesOf(plays, await sizedScreens(db, plays), only)
  const pages = await pagesOf(db, audiences)
  const found = new Map<string, { misfit: Misfit; pages: Map<string, Page>; screens: Map<string, Screen> }>()
  for (const { width, height, screens, pageIds } of audiences)
    for (const pageId of pageIds) {
      const page = pages.get(pageId)
      const fault = page && misfitOf(page, { width, height }, page.letters)
      if (!fault) continue
      const [own, screen] = [
        { width: page.width, height: page.height },
        { width, height },
      ]
      const key = JSON.stringify([own, screen, fault.empty, fault.letters !== null])
      const known = found.get(key) ?? {
        misfit: {
          ...{ page: own, screen, ...fault, pages: 0, firstPages: [], screens: 0, firstScreens: [] },
        },
        ...{ pages: new Map<string, Page>(), screens: new Map<string, Screen>() },
      }
      if (fault.letters !== null)
        known.misfit.letters = Math.min(fault.letters, known.misfit.letters ?? fault.letters)
      known.pages.set(pageId, page)
      for (const each of screens) known.screens.set(each.id, each)
      found.set(key, known)
    }
  return [...found.values()]
    .sort((a, b) => b.screens.size - a.screens.size || b.misfit.empty - a.misfit.empty)
    .slice(0, MISFITS_MAX)
    .map(({ misfit, pages: all, screens }) => ({
      ...misfit,
      pages: all.size,
      firstPages: [...all.values()].slice(0, MISFITS_NAMED).map(({ type, id, name }) => ({ type, id, name })),
      screens: screens.size,
      firstScreens: [...screens.values()].slice(0, MISFITS_NAMED).map(({ id, name }) => ({ id, name })),
    }))
}

/** The screens with their sizes, by name; those of a wall with that of its whole picture. */
async function sizedScreens(db: Db, plays: Plays): Promise<Screen[]> {
  if (plays.screens.length === 0) return []
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .leftJoin('device_groups', 'device_groups.id', 'devices.deviceGroupId')
    .select([
      'devices.id',
      'devices.name',
      'devices.deviceGroupId',
      'devices.screenSize',
      'devices.otherSize',
    ])
    .select(['device_states.screen', 'device_groups.wall'])
    .where('devices.id', 'in', anyOf(db, plays.screens))
    .orderBy('devices.nameKey')
    .orderBy('devices.id')
    .execute()
  return rows.map(({ id, name, deviceGroupId, screenSize, ...row }) => {
    const size = sizeOfDevice({
      screenSize: screenSize as ScreenSize,
      screen: row.screen === null ? null : (JSON.parse(row.screen) as Size),
      otherSize: row.otherSize === null ? null : (JSON.parse(row.otherSize) as Size),
    })
    const wall = row.wall === null ? null : (JSON.parse(row.wall) as VideoWall)
    const whole = wall?.screens.includes(id) ? pixelsOfWall(size, wall) : size
    return { id, name, deviceGroupId, ...whole }
  })
}

function audiencesOf(
  { schedules, items, traits }: Plays,
  screens: readonly Screen[],
  { pageId, storyboardId }: { pageId?: string; storyboardId?: string },
): Audience[] {
  const found = new Map<string, Audience>()
  for (const screen of screens) {
    const { id, deviceGroupId, width, height } = screen
    const schedule = schedules.get(deviceGroupId ?? '')
    if (!schedule) continue
    const own = traits.get(id)
    const key = JSON.stringify([deviceGroupId, own, width, height])
    const known = found.get(key)
    if (known) {
      known.screens.push(screen)
      continue
    }
    const slots = schedule.slots.filter((slot) => playsOn(slot.screens, own))
    const pageIds = mainStoryboardsOf({ ...schedule, slots })
      .filter((each) => storyboardId === undefined || each === storyboardId)
      .flatMap((each) => items.get(each)?.items ?? [])
      .filter((item) => playsThere(item, own) && (pageId === undefined || item.pageId === pageId))
      .map((item) => item.pageId)
    found.set(key, { width, height, screens: [screen], pageIds: new Set(pageIds) })
  }
  return [...found.values()]
}

/** The pages; with their shapes and letters, if some screen might not fit. */
async function pagesOf(db: Db, audiences: readonly Audience[]): Promise<Map<string, Page>> {
  const ids = [...new Set(audiences.flatMap(({ pageIds }) => [...pageIds]))].map((id) => ({ id }))
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'name', 'kind', 'width', 'height'])
    .where('id', 'in', anyOf(db, ids))
    .execute()
  const pages = new Map<string, Page>(
    rows.flatMap(({ id, name, kind: type, width, height }) =>
      type === 'part' ? [] : [[id, { id, name, type, width, height }] as const],
    ),
  )
  const doubtful = [...pages.values()].filter((page) =>
    audiences.some((each) => each.pageIds.has(page.id) && differs(page, each)),
  )
  for (const { id } of doubtful.slice(EXAMINED_MAX)) pages.delete(id)
  for (let at = 0; at < Math.min(doubtful.length, EXAMINED_MAX); at += BATCH)
    for (const page of await examined(db, doubtful.slice(at, Math.min(at + BATCH, EXAMINED_MAX))))
      pages.set(page.id, page)
  return pages
}

async function examined(db: Db, pages: readonly Page[]): Promise<Page[]> {
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'document'])
    .where('id', 'in', anyOf(db, pages))
    .execute()
  const documents = new Map(rows.map(({ id, document }) => [id, document]))
  return pages.flatMap((page) => {
    const document = documents.get(page.id)
    if (document === undefined) return []
    const { shape, widgets } = readDocument(JSON.parse(document) as LayoutDocument, WIDGET_FIELDS)
    const letters = smallestLetters(widgets)
    return [{ ...page, ...(shape && { shape }), ...(letters !== undefined && { letters }) }]
  })
}

const differs = (page: Size, screen: Size): boolean =>
  isShrunk(page, screen) || misfitOf(page, screen) !== undefined
