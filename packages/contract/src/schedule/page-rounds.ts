import type { OrderEntry, OrderList } from './page-order.ts'
import { generatorOf, seedOf, shuffled } from './shuffle.ts'

/** An entry that plays once. */
export interface Turn {
  /** How often its entry may begin in an hour, and under which name it is counted. */
  limit?: Limit | undefined
  /** What it is tied to. */
  head?: Turn | undefined
}

interface Limit {
  name: string
  most: number
}

/** A page in a round. */
export interface Play extends Turn {
  /** Its index among all pages of the storyboard. */
  index: number
  /** How long it shows, in milliseconds. */
  ms: number
  /** The visit of a list that plays it, and its place among the plays of that visit, from 1. */
  visit: Visit
  nth: number
}

/** A list that plays once: all of it, or as many entries as it plays per round. */
export interface Visit extends Turn {
  /** The index of the list. */
  list: number
  /** How many entries of the list play. */
  plays: number
  /** Its place among the plays of the list that it is in, from 1. */
  nth: number
  parent: Visit | undefined
}

/** A page by its index and length, or another list. */
type Part = ({ index: number; ms: number } | Node) & Pick<Turn, 'limit'>

/** What always plays together: an entry, and those tied to it. */
interface Unit {
  weight: number
  parts: readonly Part[]
}

/** A unit at its place in a pass, and how often it has played there before. */
interface Slot {
  unit: Unit
  nth: number
}

/** A list as it plays on this screen. A pass is every entry as often as its weight; a visit plays a pass, or a part of it. */
export interface Node {
  list: number
  units: readonly Unit[]
  /** Slots of a pass. */
  count: number
  /** Slots of a visit; 0: a whole pass. */
  take: number
  isShuffled: boolean
  seed: number
  /** Visits after which all pages in it have played equally often. */
  period: number
  /** Milliseconds of a visit; undefined: not each time the same. */
  ms: number | undefined
  /** Steps for adding up the length of a visit. */
  steps: number
  passes: Map<number, readonly Slot[]>
}

const isNode = (part: Part): part is Node & Part => 'units' in part
/** Lists inside each other; a server sends fewer. */
const DEPTH_MAX = 8
/** Visits after which counting ends. */
const PERIOD_MAX = 1e7
const KEPT_MAX = 8
/** Slots among which those of one visit are kept different. */
const DEALT_MAX = 10_000

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
const lcm = (a: number, b: number): number => {
  const found = (a / gcd(a, b)) * b
  return found > PERIOD_MAX ? Number.POSITIVE_INFINITY : found
}

interface Making {
  lists: readonly OrderList[]
  lengths: readonly number[]
  shown: ReadonlySet<number>
  seed: string
}

/** The first list with the pages that show; undefined if none of them does. */
export const nodeOf = (
  lists: readonly OrderList[],
  lengths: readonly number[],
  shown: ReadonlySet<number>,
  seed: string,
): Node | undefined => listNode({ lists, lengths, shown, seed }, 0, {}, 0)

function listNode(making: Making, list: number, entry: OrderEntry, depth: number): Node | undefined {
  const found = making.lists[list]
  const units = found && depth < DEPTH_MAX ? unitsOf(making, found, depth) : []
  if (units.length === 0) return undefined
  const count = units.reduce((sum, { weight }) => sum + weight, 0)
  const wanted = Math.floor(entry.perRound ?? 0)
  const take = wanted >= count || !(wanted > 0) ? 0 : wanted
  const parts = units.flatMap(({ parts: all, weight }) => all.map((part) => ({ part, weight })))
  const passes = parts.reduce(
    (all, { part, weight }) => (isNode(part) ? lcm(all, part.period / gcd(part.period, weight)) : all),
    1,
  )
  const isFixed = take === 0 && parts.every(({ part }) => part.ms !== undefined)
  return {
    ...{ list, units, count, take },
    isShuffled: found?.shuffle === true || (take > 0 && entry.random === true),
    seed: seedOf(`${making.seed} ${list}`),
    period: take === 0 ? passes : periodOf(count * passes, take),
    ms: isFixed ? parts.reduce((sum, { part, weight }) => sum + (part.ms ?? 0) * weight, 0) : undefined,
    steps: isFixed ? 1 : stepsIn(parts, take),
    passes: new Map(),
  }
}

const stepsOf = (part: Part) => (isNode(part) ? part.steps : 1)
const stepsIn = (parts: readonly { part: Part; weight: number }[], take: number) =>
  take > 0
    ? take * parts.reduce((most, { part }) => Math.max(most, stepsOf(part)), 1)
    : parts.reduce((sum, { part, weight }) => sum + (isNode(part) ? weight * part.steps : 1), 0)
const periodOf = (slots: number, take: number) =>
  Number.isFinite(slots) ? slots / gcd(slots, take) : Number.POSITIVE_INFINITY

function unitsOf(making: Making, { id, entries }: OrderList, depth: number): Unit[] {
  const units: { weight: number; parts: Part[] }[] = []
  let head: { weight: number; parts: Part[] } | undefined
  for (const [place, entry] of entries.entries()) {
    const found = partOf(making, entry, depth)
    const { perHour } = entry
    const part = found && perHour ? { ...found, limit: { name: `${id} ${place}`, most: perHour } } : found
    if (entry.tied && place > 0) {
      if (part) head?.parts.push(part)
      continue
    }
    head = part && { weight: Math.max(1, Math.floor(entry.weight ?? 1) || 1), parts: [part] }
    if (head) units.push(head)
  }
  return units
}

function partOf(making: Making, entry: OrderEntry, depth: number): Part | undefined {
  if (entry.list !== undefined) return listNode(making, entry.list, entry, depth + 1)
  const { item: index } = entry
  if (index === undefined || !making.shown.has(index)) return undefined
  return { index, ms: making.lengths[index] ?? 0 }
}

/** The slots of a pass: each unit as often as its weight, evenly spread, else in the order of the units. */
function spread(units: readonly Unit[], count: number): Slot[] {
  if (units.length === count) return units.map((unit) => ({ unit, nth: 0 }))
  const heavy = units.flatMap((unit, place) => (unit.weight > 1 ? [{ unit, place, played: 0 }] : []))
  const light = units.flatMap((unit, place) => (unit.weight > 1 ? [] : [{ unit, place }]))
  const slots: Slot[] = []
  let next = 0
  for (let at = 0; at < count; at++) {
    // The one whose time ends first: the time of the nth of w plays is the nth of w parts of the pass.
    let best = heavy[0]
    let [bestEnd, bestPlace] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    const one = light[next]
    if (one) [bestEnd, bestPlace] = [count, one.place]
    let isLight = one !== undefined
    for (const each of heavy) {
      const { weight } = each.unit
      if (each.played >= weight || Math.floor((each.played * count) / weight) > at) continue
      const end = Math.ceil(((each.played + 1) * count) / weight)
      if (end > bestEnd || (end === bestEnd && each.place > bestPlace)) continue
      ;[best, bestEnd, bestPlace, isLight] = [each, end, each.place, false]
    }
    if (isLight && one) {
      slots.push({ unit: one.unit, nth: 0 })
      next++
    } else if (best) slots.push({ unit: best.unit, nth: best.played++ })
  }
  return slots
}

/** The units in the order of a pass. What ended the last pass doesn't start the next one. */
function orderOf({ units, seed, isShuffled }: Node, pass: number): readonly Unit[] {
  if (!isShuffled || units.length < 2) return units
  const order = shuffled(units, generatorOf(seed, pass))
  if (pass > 0 && units.length > 2 && shuffled(units, generatorOf(seed, pass - 1)).at(-1) === order[0])
    [order[0], order[1]] = [order[1] as Unit, order[0] as Unit]
  return order
}

function passOf(node: Node, pass: number): readonly Slot[] {
  const number = node.isShuffled ? pass : 0
  const kept = node.passes.get(number)
  if (kept) return kept
  const dealt = dealtPasses(node, number)
  if (node.passes.size > KEPT_MAX) node.passes.clear()
  for (const [offset, slots] of dealt.entries()) node.passes.set(firstDealt(node, number) + offset, slots)
  return node.passes.get(number) ?? []
}

/** How many passes are dealt together so that no visit has the same entry twice. */
function dealtTogether({ isShuffled, take, count, units }: Node): number {
  if (!isShuffled || take === 0 || units.length !== count) return 1
  const passes = take / gcd(count, take)
  return passes * count > DEALT_MAX ? 1 : passes
}
const firstDealt = (node: Node, pass: number) => Math.floor(pass / dealtTogether(node)) * dealtTogether(node)

function dealtPasses(node: Node, pass: number): Slot[][] {
  const first = firstDealt(node, pass)
  const { count, take } = node
  const dealt: Slot[][] = []
  for (let n = 0; n < dealtTogether(node); n++) {
    const slots = spread(orderOf(node, first + n), count)
    const last = dealt.at(-1)
    // A visit that began in the last pass ends in this one.
    const carried = (n * count) % take || 0
    if (last && carried > 0)
      keepApart(slots, new Set(last.slice(count - carried).map(({ unit }) => unit)), take - carried)
    dealt.push(slots)
  }
  return dealt
}

/** Moves what a visit has played already behind the slots of that visit. */
function keepApart(slots: Slot[], played: ReadonlySet<Unit>, head: number): void {
  let behind = head
  for (let at = 0; at < head; at++) {
    const slot = slots[at]
    if (!slot || !played.has(slot.unit)) continue
    while (behind < slots.length && played.has((slots[behind] as Slot).unit)) behind++
    const other = slots[behind]
    if (!other) return
    slots[at] = other
    slots[behind++] = slot
  }
}

/** The slots of a visit, with the number of the pass that each belongs to. */
function slotsOf(node: Node, visit: number): { slot: Slot; pass: number }[] {
  const { count, take } = node
  if (take === 0) return passOf(node, visit).map((slot) => ({ slot, pass: visit }))
  const found: { slot: Slot; pass: number }[] = []
  for (let n = 0; n < take; n++) {
    const at = visit * take + n
    const pass = Math.floor(at / count)
    const slot = passOf(node, pass)[at - pass * count]
    if (slot) found.push({ slot, pass })
  }
  return found
}

/** The number of the visit that a list makes in a slot. */
const visitIn = ({ unit, nth }: Slot, pass: number) => pass * unit.weight + nth

/** Milliseconds of a visit of a list, the first one being 0. */
export function visitMs(node: Node, visit: number): number {
  if (node.ms !== undefined) return node.ms
  let sum = 0
  // The order of a whole pass doesn't change its length.
  if (node.take === 0)
    for (const { parts, weight } of node.units)
      for (const part of parts)
        if (isNode(part)) for (let n = 0; n < weight; n++) sum += visitMs(part, visit * weight + n)
        else sum += part.ms * weight
  else
    for (const { slot, pass } of slotsOf(node, visit))
      for (const part of slot.unit.parts) sum += isNode(part) ? visitMs(part, visitIn(slot, pass)) : part.ms
  return sum
}

/** The pages that a visit of a list plays, in order. */
export function playsIn(node: Node, visit: number): Play[] {
  const plays: Play[] = []
  collect(node, visit, { list: node.list, plays: 0, nth: 0, parent: undefined }, plays)
  return plays
}

function collect(node: Node, number: number, visit: Visit, plays: Play[]): void {
  for (const { slot, pass } of slotsOf(node, number)) {
    let head: Turn | undefined
    for (const part of slot.unit.parts) {
      const nth = ++visit.plays
      const turn: Turn = { limit: part.limit, head }
      if (isNode(part)) {
        const inner: Visit = { ...turn, list: part.list, plays: 0, nth, parent: visit }
        head ??= inner
        collect(part, visitIn(slot, pass), inner, plays)
      } else {
        const play: Play = { ...turn, index: part.index, ms: part.ms, visit, nth }
        head ??= play
        plays.push(play)
      }
    }
  }
}
