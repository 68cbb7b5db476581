// What screens play of a thing, and what they would play.
import type { ManifestMedia, ManifestPage, ManifestStoryboard } from '@vitrine/contract/api/playback/manifest'
import { reach } from '@vitrine/contract/player/needed-files'
import type { Db } from '#db/schema.ts'
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

/** The thing with what it shows; null if it isn't there. `db` is bound to its organization. */
export async function sideOf(db: Db, load: Loading, { kind, id }: Thing): Promise<Side | null> {
  const sources: Sources = { storyboards: new Map(), pages: new Map(), media: new Map() }
  if (kind === 'media') await load.media(db, [id], sources)
  if (kind === 'page') await load.pages(db, [id], sources)
  if (kind === 'storyboard') await load.storyboards(db, [id], sources)
  const storyboard = sources.storyboards.get(id)
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
