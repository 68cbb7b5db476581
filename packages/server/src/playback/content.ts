import type { ManifestContent, ManifestStoryboard } from '@vitrine/contract/api/playback/manifest'
import type { ScreenRule, ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import {
  limitsOf,
  type ShowSpan,
  type SpansOfPage,
  storyboardSpans,
} from '@vitrine/contract/schedule/show-dates'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { COPIES, isStrict } from './copies.ts'
import { addFills } from './fills.ts'
import { expandedAmong } from './inner.ts'
import { LIVE } from './live.ts'
import { type ApprovedStoryboard, collectContent, contentOf, type Sources } from './manifest.ts'

/** The content of storyboards, and every id that it depends on, found or not. */
export interface Content {
  content: ManifestContent
  dependsOn: ReadonlySet<string>
  /** The content as JSON. */
  readonly text: string
}

/**
 * Loads the content of one organization's storyboards. `db` is bound to it, so that no id in a document gives access to
 * another organization's data. `isPartial`: some of the storyboards play on some screens only.
 */
export async function loadContent(db: Db, roots: readonly string[], isPartial = false): Promise<Content> {
  const contents = await loadContents(db, [roots], isPartial)
  return contents(roots)
}

/** Loads the content of several sets of storyboards together. Returns the content of each set. */
export async function loadContents(
  db: Db,
  sets: Iterable<readonly string[]>,
  isPartial = false,
): Promise<(roots: readonly string[]) => Content> {
  const load = (await isStrict(db)) ? COPIES : LIVE
  const sources: Sources = { storyboards: new Map(), pages: new Map(), media: new Map() }
  const keyOf = (roots: readonly string[]) => roots.join(' ')
  let waiting = [...new Map([...sets].map((roots) => [keyOf(roots), roots])).values()]
  while (waiting.length > 0) {
    const unknown = { storyboards: new Set<string>(), pages: new Set<string>(), media: new Set<string>() }
    waiting = waiting.filter((roots) => {
      const found = collectContent(roots, sources).unknown
      for (const kind of ['storyboards', 'pages', 'media'] as const)
        for (const id of found[kind]) unknown[kind].add(id)
      return found.storyboards.length + found.pages.length + found.media.length > 0
    })
    await load.storyboards(db, [...unknown.storyboards], sources)
    await addFills(db, unknown.storyboards, sources.storyboards, { strict: load === COPIES })
    await load.pages(db, [...unknown.pages], sources)
    await load.media(db, [...unknown.media], sources)
  }
  const made = new Map<string, Content>()
  return (roots) => {
    const content = made.get(keyOf(roots)) ?? contentFrom(roots, sources, isPartial)
    made.set(keyOf(roots), content)
    return content
  }
}

function contentFrom(roots: readonly string[], sources: Sources, isPartial: boolean): Content {
  const reached = collectContent(roots, sources)
  const dependsOn = new Set([...reached.storyboards, ...reached.inner, ...reached.pages, ...reached.media])
  const content = contentOf(reached, sources, isPartial)
  let text: string | undefined
  return {
    content,
    dependsOn,
    get text() {
      text ??= JSON.stringify(content)
      return text
    },
  }
}

/** When something shows: a storyboard, on a screen on which all of its pages play; and its pages that don't always. */
export interface Spans {
  /** Null for always, and for a storyboard without an approved version. */
  shows: readonly ShowSpan[] | null
  pages: ReadonlyMap<string, readonly ShowSpan[]>
}

/** When the approved version of each storyboard has a page to show, and when its pages have something to show. */
export async function showSpans(
  db: Db,
  storyboards: readonly { id: string; approved: string | null }[],
): Promise<Map<string, Spans>> {
  const found = await spansOfItems(
    db,
    storyboards.map(({ id, approved }) => ({ id, ...itemsOf(approved) })),
  )
  return new Map(
    [...found].map(([id, { items, spansOfPage, spansOn }]) => {
      const pages = items.flatMap(({ pageId }) => {
        const spans = spansOfPage(pageId)
        return spans ? [[pageId, spans] as const] : []
      })
      return [id, { shows: spansOn(), pages: new Map(pages) }]
    }),
  )
}

/** The items of an approved version; none without one. */
export function itemsOf(approved: string | null): Omit<SavedItems, 'id'> {
  if (approved === null) return { items: [] }
  const { items, shuffle } = JSON.parse(approved) as ApprovedStoryboard
  return { items, shuffle }
}

type Items = ApprovedStoryboard['items']

/** Pages of a storyboard with those inside it, and when one of them has something to show on a screen with these traits. */
export interface PlayedItems {
  items: ManifestStoryboard['items']
  /** Absent: one after another. */
  order?: ManifestStoryboard['order']
  /** The rules by which it has something to show, or hasn't, each perhaps several times. */
  rules: readonly ScreenRule[]
  spansOfPage: SpansOfPage
  spansOn(traits?: ScreenTraits): readonly ShowSpan[] | null
}

export interface SavedItems {
  id: string
  items: Items
  shuffle?: true | undefined
}

/** `draftOf`: the storyboard whose draft counts as approved where it is inside another one. */
export async function spansOfItems(
  db: Db,
  storyboards: readonly SavedItems[],
  draftOf?: string,
): Promise<Map<string, PlayedItems>> {
  const played = await expandedAmong(db, storyboards, draftOf)
  const items = new Map([...played].map(([id, each]) => [id, each.items]))
  const pageIds = new Set([...items.values()].flat().map(({ pageId }) => pageId))
  const wanted = anyOf(
    db,
    [...pageIds].map((id) => ({ id })),
  )
  const dated = await db
    .selectFrom('pages')
    .select(['id', 'shows'])
    .where('shows', 'is not', null)
    .where('id', 'in', wanted)
    .execute()
  // Screens play a copy where there is one.
  const copies = await db
    .selectFrom('approved_copies')
    .select(['id', 'shows'])
    .where('id', 'in', wanted)
    .execute()
  const pages = new Map(
    [...dated, ...copies].map(({ id, shows }) => [id, JSON.parse(shows ?? 'null') as ShowSpan[] | null]),
  )
  const spansOfPage = (pageId: string) => pages.get(pageId) ?? null
  return new Map(
    [...played].map(([id, { items: each, order }]) => [
      id,
      {
        ...{ items: each, order, spansOfPage, rules: rulesOf(each, spansOfPage) },
        spansOn: (traits) => storyboardSpans(each, spansOfPage, traits),
      },
    ]),
  )
}

const rulesOf = (items: ManifestStoryboard['items'], spansOfPage: SpansOfPage): ScreenRule[] =>
  items.flatMap((item) =>
    [...limitsOf(item), ...(spansOfPage(item.pageId) ?? [])].flatMap(({ screens }) => screens ?? []),
  )
