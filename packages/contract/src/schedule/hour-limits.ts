import type { Play, Turn } from './page-rounds.ts'
import { DAY, furthestReading, instantOfReading, knownZone, zoneOffset } from './time-zone.ts'

/**
 * Plays of a storyboard some of whose entries begin at most n times in an hour of the local clocks. Once an entry has
 * used that up, the order continues without it. If none is left, the limits yield until the next hour. Plays are counted from
 * local midnight, or from when the storyboard began, so every screen of a group finds the same ones, also after a restart.
 */

/** Why a page begins no more often. */
export interface HourLimit {
  most: number
  /** Which of its plays in this hour this is; more than `most` if nothing else was left to play. */
  nth: number
  /** When the hour ends. */
  until: number
}

interface Order {
  timeZone: string
  playsOf: (round: number) => readonly Play[]
}

interface Span {
  start: number
  end: number
}

interface Place {
  round: number
  /** -1: a page that isn't in the round. */
  place: number
}

const HOUR = 3_600_000
/** Rounds in which an entry that isn't used up is looked for. */
const SEARCHED_MAX = 64
/** The last page of a day stays if the one after it would end sooner than that, in milliseconds. */
const SHORTEST_MS = 5000

/** The local day of an instant: when it starts, and when the next one does. */
export function dayAt(timeZone: string, instant: number): Span {
  const zone = knownZone(timeZone)
  const day = Math.floor(furthestReading(zone, instant) / DAY) * DAY
  return { start: instantOfReading(zone, day), end: instantOfReading(zone, day + DAY) }
}

function hourEnd(zone: string, instant: number): number {
  const reading = instant + zoneOffset(zone, instant)
  return instant + HOUR - (reading - Math.floor(reading / HOUR) * HOUR)
}

/** A page, then the lists that it is in. */
function* turnsOf(play: Play): Generator<Turn> {
  yield play
  for (let visit: Play['visit'] | undefined = play.visit; visit; visit = visit.parent) yield visit
}

/** The plays of one day, looked up to as late an instant as was asked for. */
export class LimitedDay {
  readonly #order: Order
  readonly #span: Span
  readonly #starts: number[] = []
  readonly #places: Place[] = []
  readonly #limits = new Map<number, HourLimit>()
  #end: number
  #next: Place
  #round: number | undefined
  #plays: readonly Play[] = []
  #hourEnd = Number.NEGATIVE_INFINITY
  /** How often entries have begun in this hour. */
  #started = new Map<string, number>()
  /** Which entries of this round play. */
  #played = new Map<Turn, boolean>()
  /** Every entry is used up. */
  #yields = false

  constructor(order: Order, span: Span, round: number) {
    this.#order = order
    this.#span = span
    this.#end = span.start
    this.#next = { round, place: 0 }
  }

  /** What plays at an instant of the day. */
  at(instant: number): Place & Span & { limit?: HourLimit } {
    while (this.#end <= instant && this.#end < this.#span.end) this.#advance()
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= instant) low = middle
      else high = middle - 1
    }
    const limit = this.#limits.get(low)
    const place = this.#places[low] ?? this.#next
    const start = this.#starts[low] ?? this.#span.start
    return { ...place, start, end: this.#starts[low + 1] ?? this.#end, ...(limit && { limit }) }
  }

  /**
   * From an instant on it plays the page that someone chose, whatever its limit, for so many milliseconds, and then what
   * follows it. `seek`: where that is, after the page that played until then.
   */
  choose(instant: number, ms: number, seek: (here: Place) => Place): void {
    while (this.#end < instant) this.#advance()
    const { round, place } = seek(this.#places.at(-1) ?? this.#next)
    this.#end = instant
    this.#enter(round)
    const play = this.#plays[place]
    this.#add({ round, place }, ms, play)
    this.#next = play ? { round, place: place + 1 } : { round: round + 1, place: 0 }
  }

  #advance(): void {
    if (this.#end >= this.#hourEnd) this.#yields = false
    const next = { ...this.#next }
    let place = this.#yields ? undefined : this.#findNext()
    if (!place) {
      this.#yields = true
      const isOver = next.place >= this.#order.playsOf(next.round).length
      place = isOver ? { round: next.round + 1, place: 0 } : next
    }
    this.#enter(place.round)
    const play = this.#plays[place.place]
    this.#add(place, play?.ms ?? this.#span.end, play)
    this.#next = { round: place.round, place: place.place + 1 }
  }

  /** The next page of the order that isn't used up. */
  #findNext(): Place | undefined {
    this.#startHour()
    let { round, place } = this.#next
    for (let rounds = 0; rounds <= SEARCHED_MAX; rounds++) {
      this.#enter(round)
      for (; place < this.#plays.length; place++) {
        const play = this.#plays[place]
        if (play && this.#mayPlay(play)) return { round, place }
      }
      ;[round, place] = [round + 1, 0]
    }
    return undefined
  }

  #enter(round: number): void {
    if (this.#round === round) return
    this.#round = round
    this.#plays = this.#order.playsOf(round)
    this.#played.clear()
  }

  #startHour(): void {
    if (this.#end < this.#hourEnd) return
    this.#hourEnd = hourEnd(knownZone(this.#order.timeZone), this.#end)
    this.#started.clear()
  }

  #mayPlay(play: Play): boolean {
    for (const turn of turnsOf(play)) {
      const known = this.#played.get(turn)
      if (known) continue
      const { head, limit } = turn
      const isFree = !limit || (this.#started.get(limit.name) ?? 0) < limit.most
      if (known === false || (head && !this.#played.get(head)) || !isFree) {
        this.#played.set(turn, false)
        return false
      }
    }
    return true
  }

  #add(place: Place, ms: number, play: Play | undefined): void {
    this.#startHour()
    const number = this.#places.push(place) - 1
    this.#starts.push(this.#end)
    const limit = play && this.#begin(play)
    if (limit) this.#limits.set(number, limit)
    const end = this.#end + ms
    this.#end = this.#span.end - end < SHORTEST_MS ? this.#span.end : end
  }

  /** Counts a page, and the lists that begin with it. Returns the limit with the fewest plays left. */
  #begin(play: Play): HourLimit | undefined {
    let found: HourLimit | undefined
    for (const turn of turnsOf(play)) {
      if (turn.head) this.#played.set(turn.head, true)
      if (this.#played.get(turn)) continue
      this.#played.set(turn, true)
      if (!turn.limit) continue
      const { name, most } = turn.limit
      const nth = (this.#started.get(name) ?? 0) + 1
      this.#started.set(name, nth)
      if (!found || most - nth < found.most - found.nth) found = { most, nth, until: this.#hourEnd }
    }
    return found
  }
}
