import type { StoredDocument } from '#inputs-by-widget.ts'
import { mediaOn } from '#schedule/entry-rules.ts'
import { playsOn, type ScreenRule, type ScreenTraits } from '#schedule/screen-rule.ts'
import { type Limits, playsThere } from '#schedule/show-dates.ts'

interface StoryboardNeeds {
  audioId?: string | undefined
  items: readonly ({ pageId: string; within?: readonly Limits[] | undefined } & Limits)[]
}
/** Ids of what a page shows, and of storyboards that its actions load. */
interface PageNeeds {
  media?: readonly string[] | undefined
  storyboards?: readonly string[] | undefined
}
interface MediumNeeds {
  /** For an item that represents a card: its page. */
  pageId?: string | undefined
  web?: { stream?: { fallbackId?: string | null | undefined } | undefined } | undefined
}

/** Looks up content by id; undefined if it doesn't exist. */
export interface Lookups {
  storyboard(id: string): StoryboardNeeds | undefined
  page(id: string): PageNeeds | undefined
  medium(id: string): MediumNeeds | undefined
}

/** Ids, in order of discovery. */
export interface Reached {
  storyboards: Set<string>
  pages: Set<string>
  media: Set<string>
}

/**
 * What storyboards lead to: pages and audio, from pages to media, from card media to their pages, from streams to
 * fallbacks, and through actions to further storyboards, `most` in total. `traits`: only what plays on such a screen.
 */
export function reach(
  roots: Iterable<string>,
  lookups: Lookups,
  { traits, most = Number.POSITIVE_INFINITY }: { traits?: ScreenTraits; most?: number } = {},
): Reached {
  const storyboards = new Set(roots)
  const pages = new Set<string>()
  const media = new Set<string>()
  // Iterating over a set includes entries added during the loop.
  for (const id of storyboards) {
    const storyboard = lookups.storyboard(id)
    if (storyboard?.audioId) media.add(storyboard.audioId)
    const found = new Set<string>()
    for (const item of storyboard?.items ?? []) if (playsThere(item, traits)) found.add(item.pageId)
    for (const pageId of found) {
      if (pages.has(pageId)) continue
      pages.add(pageId)
      const page = lookups.page(pageId)
      for (const mediaId of page?.media ?? []) {
        media.add(mediaId)
        const medium = lookups.medium(mediaId)
        if (medium?.pageId !== undefined) found.add(medium.pageId)
        const fallback = medium?.web?.stream?.fallbackId
        if (fallback) media.add(fallback)
      }
      for (const next of page?.storyboards ?? []) if (storyboards.size < most) storyboards.add(next)
    }
  }
  return { storyboards, pages, media }
}

/** A part of a manifest: see `ManifestContent` in `api/playback/manifest.ts`. */
interface Content {
  storyboards: Readonly<Record<string, StoryboardNeeds>>
  pages: Readonly<Record<string, Pick<StoredDocument, 'config'>>>
  media: Readonly<
    Record<
      string,
      MediumNeeds & {
        sha256: string
        captions?: { sha256: string } | undefined
        files?: Readonly<Record<string, string>> | undefined
      }
    >
  >
  links?: Readonly<Record<string, PageNeeds>> | undefined
}

const find = <T>(all: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(all, id) ? all[id] : undefined

/**
 * SHA-256 of the files that a screen can need of a part of its manifest, whose `roots` may play on it; null: all of
 * them, because nothing in the part is for some screens only.
 */
export function neededFiles(
  { storyboards, pages, media, links }: Content,
  roots: readonly string[],
  traits: ScreenTraits,
): ReadonlySet<string> | null {
  if (!links) return null
  const pageNeeds = (id: string): PageNeeds | undefined => {
    const [page, needs] = [find(pages, id), find(links, id)]
    return page && needs?.media ? { ...needs, media: mediaOn(page, needs.media, traits) } : needs
  }
  const lookups: Lookups = {
    storyboard: (id) => find(storyboards, id),
    page: pageNeeds,
    medium: (id) => find(media, id),
  }
  const files = new Set<string>()
  for (const id of reach(roots, lookups, { traits }).media) {
    const medium = find(media, id)
    if (!medium) continue
    const { sha256, captions, files: ofPackage } = medium
    for (const each of [sha256, captions?.sha256, ...Object.values(ofPackage ?? {})])
      if (each) files.add(each)
  }
  return files
}

interface Playing {
  storyboardId: string
  screens?: ScreenRule | undefined
}
interface Schedule {
  defaultStoryboardId: string | null
  slots: readonly Playing[]
  layers?: readonly Playing[] | undefined
}

/** The storyboards that a schedule may play on a screen, its layers included; without traits, on any. */
export const scheduledStoryboards = (
  { defaultStoryboardId, slots, layers = [] }: Schedule,
  traits?: ScreenTraits,
): string[] => [
  ...(defaultStoryboardId === null ? [] : [defaultStoryboardId]),
  ...[...slots, ...layers].flatMap(({ storyboardId, screens }) =>
    playsOn(screens, traits) ? [storyboardId] : [],
  ),
]
