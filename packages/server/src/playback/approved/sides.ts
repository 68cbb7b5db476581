// What screens play of a thing, and what they would play.
import type { ManifestMedia, ManifestPage, ManifestStoryboard } from '@vitrine/contract/api/playback/manifest'
import { reach } from '@vitrine/contract/player/needed-files'
import { expand } from '@vitrine/contract/schedule/expand-storyboard'
import type { Db } from '#db/schema.ts'
import { COPIES } from '#playback/copies.ts'
import { addFills } from '#playback/fills.ts'
import type { Loading } from '#playback/live.ts'
import type { Sources } from '#playback/manifest.ts'
import type { Thing } from '#playback/snapshots.ts'

export interface Side {
  storyboard?: ManifestStoryboard
  pages: Record<string, ManifestPage>
  media: Record<string, ManifestMedia>
}

/** The id of a storyboard that has only the page of a change. */
const ROOT = ''

/** With the pages of the storyboards inside it. */
async function expandedIn(
  db: Db,
  load: Loading,
  { storyboards, ...rest }: Sources,
  id: string,
): Promise<ManifestStoryboard | undefined> {
  const strict = load === COPIES
  await addFills(db, [id], storyboards, { strict })
  for (;;) {
    const stored = storyboards.get(id)
    if (!stored) return undefined
    const { storyboard, inner } = expand(stored, (each) => storyboards.get(each))
    const unknown = [...inner].filter((each) => !storyboards.has(each))
    if (unknown.length === 0) return storyboard
    await load.storyboards(db, unknown, { storyboards, ...rest })
    await addFills(db, unknown, storyboards, { strict })
  }
}

/** The thing with what it shows; null if it isn't there. `db` is bound to its organization. */
export async function sideOf(db: Db, load: Loading, { kind, id }: Thing): Promise<Side | null> {
  const sources: Sources = { storyboards: new Map(), pages: new Map(), media: new Map() }
  if (kind === 'media') await load.media(db, [id], sources)
  if (kind === 'page') await load.pages(db, [id], sources)
  if (kind === 'storyboard') await load.storyboards(db, [id], sources)
  const storyboard = await expandedIn(db, load, sources, id)
  const medium = sources.media.get(id)?.medium
  if (!storyboard && !medium && !sources.pages.get(id)) return null
  const first = medium ? medium.pageId : (storyboard?.items[0]?.pageId ?? id)
  const isThere = first !== undefined
  const root = { items: isThere ? [{ pageId: first }] : [] }
  for (;;) {
    const found = reach(
      [ROOT],
      {
        storyboard: () => root,
        page: (pageId) => sources.pages.get(pageId),
        medium: (mediaId) => sources.media.get(mediaId)?.medium,
      },
      { most: 1 },
    )
    const pages = [...found.pages].filter((each) => !sources.pages.has(each))
    const media = [...found.media].filter((each) => !sources.media.has(each))
    if (pages.length + media.length === 0) break
    await load.pages(db, pages, sources)
    await load.media(db, media, sources)
  }
  return {
    ...(storyboard && { storyboard }),
    pages: Object.fromEntries([...sources.pages].flatMap(([key, each]) => (each ? [[key, each.page]] : []))),
    media: Object.fromEntries(
      [...sources.media].flatMap(([key, each]) => (each ? [[key, each.medium]] : [])),
    ),
  }
}
