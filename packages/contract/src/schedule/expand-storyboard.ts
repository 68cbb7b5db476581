import { type LocalFill, localParts, type StoredSlot } from './local-slot.ts'
import { type OrderEntry, PLAYS_PER_ROUND_MAX, STORYBOARD_DEPTH_MAX } from './page-order.ts'
import { type Limits, type ShowDates, spanOf } from './show-dates.ts'

interface Look {
  transition?: 'cut' | 'fade' | 'slide' | undefined
  idleSeconds?: number | undefined
}

interface Page extends ShowDates, Limits, Look {
  pageId: string
  duration: number
}

type Ordering = Pick<OrderEntry, 'weight' | 'tied' | 'perRound' | 'random' | 'perHour'>

/** A page, or a storyboard, whose `pageId` is empty. */
interface StoredItem extends Page, Ordering {
  storyboardId?: string | undefined
  /** What a place shows instead; the rest of the item is then the fallback, with an empty `pageId` for none. */
  slot?: StoredSlot | undefined
}

interface Facts {
  id: string
  name: string
  type: 'standard' | 'designed'
  mode: 'AUTO' | 'DEFAULT'
  width: number
  height: number
  idleSeconds?: number | undefined
  audioId?: string | undefined
}

/** An approved storyboard as it is stored: `ApprovedStoryboard` in `api/playback/manifest.ts`. */
export interface StoredStoryboard extends Facts {
  shuffle?: true | undefined
  items: StoredItem[]
  /** What places show in its local slots, by the id of the slot. */
  fills?: ReadonlyMap<string, readonly LocalFill<StoredItem>[]> | undefined
}

interface List {
  id: string
  name: string
  shuffle?: true
  entries: OrderEntry[]
}

/** The same as screens get it: `ManifestStoryboard`. */
interface Playable extends Facts {
  items: (Page & { within?: Limits[] | undefined })[]
  order?: { lists: List[] } | undefined
}

export interface Expanded {
  storyboard: Playable
  /** The ids of all storyboards inside it, found or not, and of those that fill its local slots. */
  inner: ReadonlySet<string>
}

const playsOf = ({ weight, tied, perRound, random, perHour }: Ordering): Ordering => ({
  ...(weight && { weight }),
  ...(tied && { tied }),
  ...(perRound && { perRound }),
  ...(random && { random }),
  ...(perHour && { perHour }),
})

/** A page of a storyboard, or a storyboard inside it, as it is approved. */
export const playedItem = (
  item: Omit<StoredItem, 'pageId'> & { cardId?: string | undefined; layoutId?: string | undefined },
): StoredItem => ({
  pageId: item.cardId ?? item.layoutId ?? '',
  duration: item.duration,
  ...(item.transition && { transition: item.transition }),
  ...(item.idleSeconds && { idleSeconds: item.idleSeconds }),
  ...(item.showFrom && { showFrom: item.showFrom }),
  ...(item.showUntil && { showUntil: item.showUntil }),
  ...(item.screens && { screens: item.screens }),
  ...(item.when && { when: item.when }),
  ...(item.storyboardId && { storyboardId: item.storyboardId }),
  ...(item.slot && { slot: item.slot }),
  ...playsOf(item),
})

/** What an item that includes a storyboard says about its pages. */
interface Outer extends ShowDates, Look {
  within: Limits[]
  /** How often it plays in a round. */
  times: number
  /** The storyboards on the way to it. */
  path: readonly string[]
}

/** Whether its pages play one after another, each once, in every hour. */
const isPlain = ({ shuffle, items }: StoredStoryboard) =>
  !shuffle &&
  items.every(
    ({ storyboardId, weight, tied, perHour, slot }) => !(storyboardId || weight || tied || perHour || slot),
  )

/**
 * A storyboard with the pages of those inside it, as deep and as many as saves allow: stored data is trusted no further. One without
 * any stays as it is, and so do its bytes. `find`: undefined for one that doesn't exist, or was never approved.
 */
export function expand(root: StoredStoryboard, find: (id: string) => StoredStoryboard | undefined): Expanded {
  if (isPlain(root)) return { storyboard: root, inner: new Set() }
  const { shuffle: _, items: own, fills: __, ...rest } = root
  const made = new Expansion(root, find)
  made.add(root, { within: [], times: 1, path: [root.id] })
  return { storyboard: { ...rest, items: made.items, order: { lists: made.lists } }, inner: made.inner }
}

class Expansion {
  readonly items: Playable['items'] = []
  readonly lists: List[] = []
  readonly inner = new Set<string>()
  #plays = 0
  readonly #root: StoredStoryboard
  readonly #find: (id: string) => StoredStoryboard | undefined

  constructor(root: StoredStoryboard, find: (id: string) => StoredStoryboard | undefined) {
    this.#root = root
    this.#find = find
  }

  /** Returns the number of the list. */
  add({ id, name, shuffle, items, fills }: StoredStoryboard, outer: Outer): number {
    const entries: OrderEntry[] = []
    const number = this.lists.push({ id, name, ...(shuffle && { shuffle }), entries }) - 1
    let head = 1
    for (const item of items) {
      if (!item.tied) head = item.weight ?? 1
      const times = outer.times * head
      if (this.#plays + times > PLAYS_PER_ROUND_MAX) break
      this.#plays += times
      const own = { ...outer, times }
      const filled = item.slot && (fills?.get(item.slot.id) ?? [])
      const entry = filled ? this.#slotOf(item, filled, own) : this.#entryOf(item, own)
      entries.push({ ...entry, ...playsOf(item) })
    }
    return number
  }

  /** A local slot is a list of what its places show, of which each screen plays its part. */
  #slotOf(item: StoredItem, fills: readonly LocalFill<StoredItem>[], outer: Outer): OrderEntry {
    const { slot, screens: _, when: __, showFrom: ___, showUntil: ____, ...rest } = item
    for (const { id } of fills) this.inner.add(id)
    if (!slot) return {}
    const parts = localParts(slot, rest.pageId || rest.storyboardId ? rest : undefined, fills)
    // No screen plays more of them than the longest of the places.
    this.#plays += outer.times * (Math.max(1, ...fills.map(({ items }) => items.length)) - 1)
    const entries: OrderEntry[] = []
    const number = this.lists.push({ id: slot.id, name: slot.name, entries }) - 1
    const look = fallback(item.transition ?? outer.transition, item.idleSeconds ?? outer.idleSeconds)
    const own = { ...outer, ...datesIn(outer, item), ...look }
    const limits = item.screens || item.when ? [limitsOf(item)] : []
    for (const { item: part, screens } of parts) {
      const within = [...(screens ? [{ screens }] : []), ...limits, ...outer.within]
      entries.push(this.#entryOf(part, { ...own, within }))
    }
    return { list: number }
  }

  #entryOf(item: StoredItem, outer: Outer): OrderEntry {
    const { storyboardId } = item
    if (storyboardId === undefined) return { item: this.items.push(playedIn(outer, item)) - 1 }
    this.inner.add(storyboardId)
    const found = this.#find(storyboardId)
    if (!found || !this.#fits(found) || outer.path.includes(storyboardId)) return {}
    if (outer.path.length >= STORYBOARD_DEPTH_MAX) return {}
    // Each page counts, not the storyboard itself.
    this.#plays -= outer.times
    const within = item.screens || item.when ? [limitsOf(item), ...outer.within] : outer.within
    return {
      list: this.add(found, {
        ...datesIn(outer, item),
        ...fallback(
          item.transition ?? outer.transition,
          item.idleSeconds ?? found.idleSeconds ?? outer.idleSeconds,
        ),
        ...{ within, times: outer.times, path: [...outer.path, storyboardId] },
      }),
    }
  }

  /** Its size may have changed since. */
  #fits({ type, width, height }: StoredStoryboard): boolean {
    const root = this.#root
    return type === root.type && width === root.width && height === root.height
  }
}

const limitsOf = ({ screens, when }: StoredItem): Limits => ({
  ...(screens && { screens }),
  ...(when && { when }),
})

const fallback = (transition: Look['transition'], idleSeconds: number | undefined): Look => ({
  ...(transition && { transition }),
  ...(idleSeconds && { idleSeconds }),
})

/** A page with the dates of the items that include it, whose limits stay apart. */
function playedIn(outer: Outer, item: StoredItem): Playable['items'][number] {
  const { pageId, duration, screens, when, transition, idleSeconds } = item
  return {
    ...{ pageId, duration },
    ...fallback(transition ?? outer.transition, idleSeconds ?? outer.idleSeconds),
    ...datesIn(outer, item),
    ...(screens && { screens }),
    ...(when && { when }),
    ...(outer.within.length > 0 && { within: outer.within }),
  }
}

/** The dates on which both may show. */
function datesIn(outer: ShowDates, inner: ShowDates): ShowDates {
  const [a, b] = [spanOf(outer), spanOf(inner)]
  const showFrom = a.from !== null && (b.from === null || a.from > b.from) ? outer.showFrom : inner.showFrom
  const showUntil = a.to !== null && (b.to === null || a.to < b.to) ? outer.showUntil : inner.showUntil
  return { ...(showFrom && { showFrom }), ...(showUntil && { showUntil }) }
}
