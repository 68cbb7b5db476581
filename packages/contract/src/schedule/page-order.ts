import { dayAt, type HourLimit, LimitedDay } from './hour-limits.ts'
import { type ChosenPage, lengthOf, type PagePosition } from './page-position.ts'
import { type Node, nodeOf, type Play, playsIn, visitMs } from './page-rounds.ts'

/**
 * In which order a storyboard plays its pages when some of them are in storyboards inside it, play more often than others, or are
 * shuffled. It plays round after round. Pure, and by the clock alone: every screen of a group finds the same page, also
 * without a network, and after a start in the middle of a round.
 */

/** An item of a list: a page by its index, or another list. With neither, it plays nothing, nor does what is tied to it. */
export interface OrderEntry {
  item?: number | undefined
  list?: number | undefined
  /** How often it plays in a round, spread evenly. */
  weight?: number | undefined
  /** Directly after the entry before it, whenever that one plays. */
  tied?: true | undefined
  /** How many entries of the list play per round, continuing where the last round ended; absent: all. */
  perRound?: number | undefined
  /** With `perRound`: in another order each time it begins again. */
  random?: true | undefined
  /** How often it begins in an hour of the local clocks at most: see `hour-limits.ts`. */
  perHour?: number | undefined
}

export interface OrderList {
  id: string
  name: string
  /** Another order in each round. */
  shuffle?: true | undefined
  entries: readonly OrderEntry[]
}

export interface PageOrder {
  /** The first one is the storyboard itself. */
  lists: readonly OrderList[]
}

export interface Ordered {
  id: string
  items: readonly { duration: number }[]
  order: PageOrder
}

/** The page that plays, by its index among all of the storyboard. */
export interface OrderedPosition extends PagePosition {
  /** Counted from the start of the storyboard. */
  round: number
  /** Its place among the plays of the round. */
  place: number
  plays: readonly Play[]
  /** That it may not begin more often in this hour. */
  limit?: HourLimit | undefined
}

/** When a storyboard began, and the clocks of whose hours plays are counted. */
export interface Began {
  since: number
  timeZone: string
}

/** Pages of one round at most, each counted as often as it plays, those of storyboards inside it included. */
export const PLAYS_PER_ROUND_MAX = 1000
/** Storyboards inside each other at most, the outermost included. */
export const STORYBOARD_DEPTH_MAX = 3

/** Rounds after which the order begins again if it would repeat only later. */
const ROUNDS_MAX = 4096
/** Steps for adding up the lengths of the rounds that are looked at together. */
const STEPS_MAX = 200_000
/** Rounds in which a page that an action chose is looked for. */
const SEARCHED_MAX = 64
const KEPT_MAX = 4

/** A storyboard's rounds with just these pages, as far as they were looked at. */
interface Rounds {
  key: string
  root: Node
  /** Rounds after which the same pages have played equally often. */
  cycle: number
  /** Milliseconds of that many rounds. */
  ms: number
  /** Whether the order of a cycle is that of the first one. */
  repeats: boolean
  /** The ends of the rounds of one cycle, in milliseconds since its start. */
  ends: { cycle: number; all: readonly number[] } | undefined
  plays: Map<number, readonly Play[]>
  found: { key: string; value: Found | undefined } | undefined
  /** Days of a storyboard whose entries are limited; undefined: none is. */
  days: Map<string, LimitedDay> | undefined
}

/** Orders never change. */
const known = new WeakMap<Ordered['order'], Rounds[]>()

function roundsOf(ordered: Ordered, shown: readonly number[], since: number): Rounds | undefined {
  const key = `${ordered.id} ${since} ${shown.join()}`
  const kept = known.get(ordered.order) ?? []
  const found = kept.find((rounds) => rounds.key === key)
  if (found) return found
  const root = nodeOf(
    ordered.order.lists,
    ordered.items.map(lengthOf),
    new Set(shown),
    `${ordered.id} ${since}`,
  )
  if (!root) return undefined
  const most = Math.max(1, Math.min(ROUNDS_MAX, Math.floor(STEPS_MAX / root.steps)))
  const cycle = Math.min(root.period, most)
  const rounds: Rounds = {
    ...{ key, root, cycle, ms: 0, repeats: root.period > cycle },
    ...{ ends: undefined, plays: new Map(), found: undefined },
    days: ordered.order.lists.some(({ entries }) => entries.some(({ perHour }) => perHour))
      ? new Map()
      : undefined,
  }
  rounds.ms = endsOf(rounds, 0).at(-1) ?? 0
  known.set(ordered.order, [rounds, ...kept].slice(0, KEPT_MAX))
  return rounds
}

/** The number of a round by which its order is found. */
const numberOf = ({ repeats, cycle }: Rounds, round: number) => (repeats ? round % cycle : round)

function endsOf(rounds: Rounds, cycle: number): readonly number[] {
  const wanted = rounds.repeats ? 0 : cycle
  if (rounds.ends?.cycle !== wanted) {
    const all: number[] = []
    let end = 0
    for (let n = 0; n < rounds.cycle; n++) {
      end += visitMs(rounds.root, wanted * rounds.cycle + n)
      all.push(end)
    }
    rounds.ends = { cycle: wanted, all }
  }
  return rounds.ends.all
}

function playsOf(rounds: Rounds, round: number): readonly Play[] {
  const number = numberOf(rounds, round)
  const plays = rounds.plays.get(number) ?? playsIn(rounds.root, number)
  if (rounds.plays.size >= KEPT_MAX) rounds.plays.clear()
  rounds.plays.set(number, plays)
  return plays
}

/** When a round starts, in milliseconds since the first one. */
function startOf(rounds: Rounds, round: number): number {
  const cycle = Math.floor(round / rounds.cycle)
  return cycle * rounds.ms + (endsOf(rounds, cycle)[round - cycle * rounds.cycle - 1] ?? 0)
}

/** The round and the page at so many milliseconds since the start. */
function locate(rounds: Rounds, elapsed: number): OrderedPosition {
  const cycle = Math.floor(elapsed / rounds.ms)
  const ends = endsOf(rounds, cycle)
  const inCycle = elapsed - cycle * rounds.ms
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > inCycle) high = middle
    else low = middle + 1
  }
  const round = cycle * rounds.cycle + low
  return placeAt(rounds, round, elapsed)
}

function placeAt(rounds: Rounds, round: number, elapsed: number): OrderedPosition {
  const plays = playsOf(rounds, round)
  let start = startOf(rounds, round)
  for (const [place, { index, ms }] of plays.entries()) {
    if (elapsed < start + ms || place === plays.length - 1)
      return { index, start, end: start + ms, round, place, plays }
    start += ms
  }
  return { index: 0, start, end: start, round, place: 0, plays }
}

/** Where a chosen page is: its place, and how much later than planned the storyboard plays from there on. */
interface Found {
  shift: number
  /** It isn't in the rounds that come next: it plays between two of them. */
  between: { until: number; round: number } | undefined
}

type Place = Pick<OrderedPosition, 'round' | 'place'>

/** Where a chosen page plays next; undefined if it isn't in the rounds that come next. */
function seek(rounds: Rounds, from: ChosenPage, here: Place | undefined): Place | undefined {
  const first = from.round ?? here?.round ?? 0
  const least = from.round === undefined ? (here?.place ?? 0) : (from.place ?? 0)
  for (let round = first; round < first + Math.min(SEARCHED_MAX, rounds.cycle + 1); round++) {
    const plays = playsOf(rounds, round)
    const later = plays.findIndex(
      ({ index }, place) => index === from.index && (round > first || place >= least),
    )
    const place =
      later >= 0 || round > first || from.round === undefined
        ? later
        : plays.findIndex(({ index }) => index === from.index)
    if (place >= 0) return { round, place }
  }
  return undefined
}

function find(rounds: Rounds, ordered: Ordered, since: number, from: ChosenPage): Found {
  const here = from.round === undefined ? locate(rounds, Math.max(0, from.at - since)) : undefined
  const found = seek(rounds, from, here)
  if (found) {
    const before = playsOf(rounds, found.round)
      .slice(0, found.place)
      .reduce((sum, { ms }) => sum + ms, startOf(rounds, found.round))
    return { shift: from.at - since - before, between: undefined }
  }
  const round = from.round ?? here?.round ?? 0
  const until = from.at + lengthOf(ordered.items[from.index] ?? { duration: 0 })
  return { shift: until - since - startOf(rounds, round + 1), between: { until, round } }
}

/**
 * The page that plays at an instant if the storyboard began `since` (whole milliseconds), of the pages `shown`. `chosen`: the page
 * that an action chose, or with which it continues, and when. `undefined` if it has no page to play.
 */
export function orderedAt(
  ordered: Ordered,
  shown: readonly number[],
  { since, timeZone }: Began,
  instant: number,
  chosen?: ChosenPage,
): OrderedPosition | undefined {
  const rounds = roundsOf(ordered, shown, since)
  if (!rounds) return undefined
  const from = chosen && shown.includes(chosen.index) ? chosen : undefined
  if (rounds.days)
    return limitedAt(rounds, { since, timeZone, ordered, instant: Math.max(since, instant), from })
  const found = from ? foundOf(rounds, ordered, since, from) : undefined
  const shift = since + (found?.shift ?? 0)
  if (from && found?.between && instant < found.between.until) {
    const { until: end, round } = found.between
    return { index: from.index, start: from.at, end, round, place: -1, plays: playsOf(rounds, round) }
  }
  const at = locate(rounds, Math.max(0, instant - shift))
  return { ...at, start: at.start + shift, end: (at.end ?? 0) + shift }
}

function foundOf(rounds: Rounds, ordered: Ordered, since: number, from: ChosenPage): Found {
  const key = [from.index, from.at, from.round, from.place].join()
  const value = (rounds.found?.key === key && rounds.found.value) || find(rounds, ordered, since, from)
  rounds.found = { key, value }
  return value
}

interface LimitedAt extends Began {
  ordered: Ordered
  instant: number
  from: ChosenPage | undefined
}

/** The same where entries are limited. Each local day begins with the start of a round, and forgets what was chosen before. */
function limitedAt(rounds: Rounds, given: LimitedAt): OrderedPosition {
  const { since, timeZone, instant } = given
  const day = dayAt(timeZone, instant)
  const start = Math.max(since, day.start)
  const from = given.from && given.from.at >= start && given.from.at <= instant ? given.from : undefined
  const { round, place, ...at } = dayOf(rounds, { ...given, from }, { start, end: day.end }).at(instant)
  const index = playsOf(rounds, round)[place]?.index ?? from?.index ?? 0
  return { ...at, index, round, place, plays: playsOf(rounds, round) }
}

function dayOf(
  rounds: Rounds,
  { since, timeZone, ordered, from }: LimitedAt,
  span: { start: number; end: number },
): LimitedDay {
  const key = [span.start, timeZone, from?.at, from?.index, from?.round, from?.place].join()
  const kept = rounds.days?.get(key)
  if (kept) return kept
  const order = { timeZone, playsOf: (round: number) => playsOf(rounds, round) }
  const first = span.start > since ? locate(rounds, span.start - since).round : 0
  const day = new LimitedDay(order, span, first)
  if (from) {
    const ms = lengthOf(ordered.items[from.index] ?? { duration: 0 })
    day.choose(
      from.at,
      ms,
      (here) => seek(rounds, from, here) ?? { round: from.round ?? here.round, place: -1 },
    )
  }
  if ((rounds.days?.size ?? 0) >= KEPT_MAX) rounds.days?.clear()
  rounds.days?.set(key, day)
  return day
}

/** The pages of a round in the order in which they play; of a round that plays nothing, none. */
export function roundOf(
  ordered: Ordered,
  shown: readonly number[],
  since: number,
  round: number,
): readonly Play[] {
  const rounds = roundsOf(ordered, shown, since)
  return rounds ? playsOf(rounds, round) : []
}

/**
 * Indexes of pages, each place of a round once: from the page that plays on, then from the start of the round, then the pages that
 * aren't in it.
 */
export function queueOf({ plays, place, index }: OrderedPosition, shown: readonly number[]): number[] {
  const indexes = plays.map((play) => play.index)
  const inRound = new Set(indexes)
  const others = shown.filter((each) => !inRound.has(each) && each !== index)
  const from = Math.max(0, place)
  return [...(place < 0 ? [index] : []), ...indexes.slice(from), ...indexes.slice(0, from), ...others]
}
