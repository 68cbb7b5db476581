import type { GroupSchedule } from '@vitrine/contract/api/screens/manifest'
import { takeoverAt } from '@vitrine/contract/player/manifest'
import { latestSwitch, type Playing, whatPlays, zoneAt } from '@vitrine/contract/schedule/schedule'
import { shownAt, spanStateAt, storyboardSpans, type TimedValue } from '@vitrine/contract/schedule/show-dates'
import { DEFAULT_TIMEZONE, isTimeZone } from '@vitrine/contract/schedule/time-zone'
import type { Library } from '#content/library.ts'
import { lookUp, type Parts, spansOfPageIn } from '#content/parts.ts'
import { Signal } from '#lib/signal.ts'
import { alarm } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'

/**
 * What plays at an instant. Page positions count from `since`, which is the same on all screens: they restart when a
 * page starts or ends by its dates.
 */
export interface PlaybackState {
  storyboardId: string | null
  reason: Playing['reason'] | 'action' | 'takeover'
  since: number
  until: number | null
  /** The time zone of page dates. */
  timeZone: string
}

/** A storyboard chosen by touch. */
interface Chosen {
  storyboardId: string
  at: number
  /** When the manual switch that it replaced started; null if the schedule played. The choice ends with that switch. */
  switchedAt: number | null
}

const NOTHING: PlaybackState = {
  storyboardId: null,
  reason: 'nothing',
  since: 0,
  until: null,
  timeZone: DEFAULT_TIMEZONE,
}

/** What plays at an instant according to the ready parts, for as long as its pages stay the same. */
function playbackAt(parts: Parts, chosen: Chosen | undefined, instant: number): PlaybackState {
  const { group, device } = parts
  if (!group && !device) return NOTHING
  const found = choiceAt(parts, chosen, instant)
  return narrowed(found, pagesAt(parts, found.storyboardId, found.timeZone, instant))
}

const narrowed = (state: PlaybackState, held: TimedValue<unknown> | undefined): PlaybackState =>
  held
    ? { ...state, since: Math.max(state.since, held.since), until: earlier(state.until, held.until) }
    : state

const earlier = (a: number | null, b: number): number | null => (Number.isFinite(b) ? Math.min(a ?? b, b) : a)

/** The pages of a storyboard that show at an instant; undefined for a missing storyboard. */
function pagesAt(parts: Parts, storyboardId: string | null, timeZone: string, instant: number) {
  const storyboard = storyboardId === null ? undefined : lookUp(parts, 'storyboards', storyboardId)
  return storyboard && shownAt(storyboard.items, timeZone, instant, spansOfPageIn(parts))
}

/** When a storyboard of these parts has a page to show. */
const spansIn = (parts: Parts) => (storyboardId: string) => {
  const storyboard = lookUp(parts, 'storyboards', storyboardId)
  return storyboard ? storyboardSpans(storyboard.items, spansOfPageIn(parts)) : null
}

/** Applies a choice by touch, which lasts until the next change in the schedule or the end of a manual switch. */
function choiceAt(parts: Parts, chosen: Chosen | undefined, instant: number): PlaybackState {
  const { device } = parts
  const takeover = device && takeoverAt(device.body, instant)
  const scheduled = scheduledAt(parts, chosen, instant)
  if (takeover?.storyboardId && hasBegun(takeover.startedAt, instant)) {
    const { storyboardId, startedAt, endsAt } = takeover
    const { timeZone } = scheduled
    // Until the storyboard is downloaded, and while it has no page to show, the takeover screen shows the message.
    if (lookUp(parts, 'storyboards', storyboardId)) {
      const shows = spanStateAt(spansIn(parts)(storyboardId), timeZone, instant)
      if (shows.value) return { storyboardId, reason: 'takeover', since: startedAt, until: endsAt, timeZone }
      return { ...scheduled, until: earlier(scheduled.until, Math.min(endsAt, shows.until)) }
    }
  }
  if (!takeover) return scheduled
  const { startedAt, endsAt } = takeover
  // A clock slightly behind the server's receives the takeover before its start. A scheduled change may come first.
  const until = Math.min(startedAt > instant ? startedAt : endsAt, scheduled.until ?? endsAt)
  return { ...scheduled, until }
}

/** What the schedule and a manual switch play at an instant, and when the current switch started. */
function unchosenAt(parts: Parts, instant: number): PlaybackState & { switchedAt: number | null } {
  const { group, device } = parts
  const { current = null, next = null } = group?.body ?? {}
  const { override = null, planned } = device?.body ?? {}
  const state = {
    current: current && followed(current),
    next: next && { ...next, programme: followed(next.programme) },
    override,
    planned,
  }
  const timeZone = zoneAt(state, instant)
  const spansOf = spansIn(parts)
  const isKept =
    override !== null &&
    override.since > instant &&
    hasBegun(override.since, instant) &&
    spanStateAt(spansOf(override.storyboardId), timeZone, instant).value
  const { storyboardId, reason, since, until } = whatPlays(
    { ...state, override: isKept ? null : override },
    instant,
    spansOf,
  )
  if (isKept)
    return {
      storyboardId: override.storyboardId,
      reason: 'override',
      since,
      until,
      timeZone,
      switchedAt: override.since,
    }
  const switchedAt = reason === 'override' ? (latestSwitch(state, instant).latest?.since ?? since) : null
  return { storyboardId, reason, since, until, timeZone, switchedAt }
}

function scheduledAt(parts: Parts, chosen: Chosen | undefined, instant: number): PlaybackState {
  const { switchedAt, ...unchosen } = unchosenAt(parts, instant)
  const { since, until, timeZone } = unchosen
  const lasts = chosen && chosen.at >= since && chosen.switchedAt === switchedAt
  if (!lasts || !hasBegun(chosen.at, instant)) return unchosen
  const { storyboardId, at } = chosen
  if (!spanStateAt(spansIn(parts)(storyboardId), timeZone, instant).value) return unchosen
  return { storyboardId, reason: 'action', since: at, until, timeZone }
}

/** A manual switch can't be further in the future than clocks differ; if it is, the clock has been set back. */
const hasBegun = (at: number, instant: number) => at <= instant || at > instant + CLOCKS_DIFFER_MS
const CLOCKS_DIFFER_MS = 10_000

/** An old browser may not know a new time zone. It can't compute when slots start there, so it plays the default. */
const followed = (schedule: GroupSchedule): GroupSchedule =>
  isTimeZone(schedule.timezone) ? schedule : { ...schedule, slots: [] }

/** Follows the schedule by the corrected clock. Evaluates at each boundary and whenever new parts are ready. */
export class Playback {
  readonly now: Signal<PlaybackState>
  #chosen: Chosen | undefined
  #cancel: () => void = () => undefined
  readonly #library: Pick<Library, 'ready'>
  readonly #clock: Clock
  readonly #stops: (() => void)[]

  constructor(library: Pick<Library, 'ready'>, clock: Clock) {
    this.#library = library
    this.#clock = clock
    this.now = new Signal(NOTHING)
    this.#stops = [library.ready.subscribe(this.#evaluate), clock.onStep(this.#evaluate)]
    this.#evaluate()
  }

  /** What will play at a future instant, as far as known. */
  at = (instant: number): PlaybackState => playbackAt(this.#library.ready.get(), this.#chosen, instant)

  /** Applies a choice by touch. It can't replace an emergency takeover. */
  choose(storyboardId: string): void {
    if (this.now.get().reason === 'takeover') return
    const now = this.#clock.now()
    const { switchedAt } = unchosenAt(this.#library.ready.get(), now)
    this.#chosen = { storyboardId, at: Math.floor(now), switchedAt }
    this.#evaluate()
  }

  /** Ends a choice by touch. */
  release(): void {
    if (!this.#chosen) return
    this.#chosen = undefined
    this.#evaluate()
  }

  close(): void {
    this.#cancel()
    for (const stop of this.#stops) stop()
  }

  #evaluate = (): void => {
    this.#cancel()
    const now = this.#clock.now()
    const found = this.at(now)
    // A choice that a switch replaced must not return when the switch ends.
    const isReplaced = found.reason !== 'action' && found.reason !== 'takeover'
    if (this.#chosen && isReplaced && hasBegun(this.#chosen.at, now)) this.#chosen = undefined
    if (found.until !== null) this.#cancel = alarm(this.#clock, found.until, this.#evaluate)
    else this.#cancel = alarm(this.#clock, this.#clock.now() + RECHECK_MS, this.#evaluate)
    if (!same(found, this.now.get())) this.now.set(found)
  }
}

/** A safety net: without a scheduled change, evaluate once a day anyway. */
const RECHECK_MS = 86_400_000

const same = (a: PlaybackState, b: PlaybackState) =>
  a.storyboardId === b.storyboardId &&
  a.reason === b.reason &&
  a.since === b.since &&
  a.until === b.until &&
  a.timeZone === b.timeZone
