import type { GroupSchedule } from '@vitrine/contract/api/playback/manifest'
import { takeoverAt } from '@vitrine/contract/player/manifest'
import { latestSwitch, type Playing, whatPlays, zoneAt } from '@vitrine/contract/schedule/schedule'
import { shownAt, spanStateAt, storyboardSpans } from '@vitrine/contract/schedule/show-dates'
import { DEFAULT_TIMEZONE, isTimeZone } from '@vitrine/contract/schedule/time-zone'
import type { TimedValue } from '@vitrine/contract/schedule/timed-value'
import { traitsAt } from '#downlink/for-screen.ts'
import type { Library } from '#downlink/library.ts'
import { lookUp, type Parts, spansOfPageIn } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { alarm } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { ConditionsAt, FollowedConditions } from './conditions.ts'

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

/** The ready parts, what conditions say, the storyboard chosen by touch, and the storyboards that the stage can't show. */
interface Known {
  parts: Parts
  conditions: ConditionsAt | undefined
  chosen: Chosen | undefined
  out: ReadonlySet<string>
}

/** What plays at an instant according to the ready parts, for as long as its pages stay the same. */
function playbackAt(known: Known, instant: number): PlaybackState {
  const { parts } = known
  if (!parts.group && !parts.device) return NOTHING
  const found = choiceAt(known, instant)
  return narrowed(found, pagesAt(known, found.storyboardId, found.timeZone, instant))
}

const narrowed = (state: PlaybackState, held: TimedValue<unknown> | undefined): PlaybackState =>
  held
    ? { ...state, since: Math.max(state.since, held.since), until: earlier(state.until, held.until) }
    : state

const earlier = (a: number | null, b: number): number | null => (Number.isFinite(b) ? Math.min(a ?? b, b) : a)

/** The pages of a storyboard that show at an instant; undefined for a missing storyboard. */
function pagesAt(
  { parts, conditions }: Known,
  storyboardId: string | null,
  timeZone: string,
  instant: number,
) {
  const storyboard = storyboardId === null ? undefined : lookUp(parts, 'storyboards', storyboardId)
  return (
    storyboard &&
    shownAt(storyboard.items, timeZone, instant, spansOfPageIn(parts), traitsAt(parts, conditions, instant))
  )
}

/** When a storyboard of these parts has a page that can be shown, by what conditions say at an instant. */
const spansIn = ({ parts, conditions, out }: Known, instant: number) => {
  const traits = traitsAt(parts, conditions, instant)
  return (storyboardId: string) => {
    if (out.has(storyboardId)) return []
    const storyboard = lookUp(parts, 'storyboards', storyboardId)
    return storyboard ? storyboardSpans(storyboard.items, spansOfPageIn(parts), traits) : null
  }
}

/** Applies a choice by touch, which lasts until the next change in the schedule or the end of a manual switch. */
function choiceAt(known: Known, instant: number): PlaybackState {
  const { parts } = known
  const { device } = parts
  const takeover = device && takeoverAt(device.body, instant)
  const scheduled = scheduledAt(known, instant)
  if (takeover?.storyboardId && hasStarted(takeover.startedAt, instant)) {
    const { storyboardId, startedAt, endsAt } = takeover
    const { timeZone } = scheduled
    // Until the storyboard is downloaded, and while it has no page to show, the takeover screen shows the message.
    if (lookUp(parts, 'storyboards', storyboardId)) {
      const shows = spanStateAt(spansIn(known, instant)(storyboardId), timeZone, instant)
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
function unchosenAt(known: Known, instant: number): PlaybackState & { switchedAt: number | null } {
  const { group, device } = known.parts
  const { current = null, next = null } = group?.body ?? {}
  const { override = null, planned } = device?.body ?? {}
  const state = {
    current: current && followed(current),
    next: next && { ...next, programme: followed(next.programme) },
    override,
    planned,
    traits: traitsAt(known.parts, known.conditions, instant),
  }
  const timeZone = zoneAt(state, instant)
  const spansOf = spansIn(known, instant)
  const isKept =
    override !== null &&
    override.since > instant &&
    hasStarted(override.since, instant) &&
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

function scheduledAt(known: Known, instant: number): PlaybackState {
  const { chosen } = known
  const { switchedAt, ...unchosen } = unchosenAt(known, instant)
  const { since, until, timeZone } = unchosen
  const lasts = chosen && chosen.at >= since && chosen.switchedAt === switchedAt
  if (!lasts || !hasStarted(chosen.at, instant)) return unchosen
  const { storyboardId, at } = chosen
  if (!spanStateAt(spansIn(known, instant)(storyboardId), timeZone, instant).value) return unchosen
  return { storyboardId, reason: 'action', since: at, until, timeZone }
}

/** A manual switch can't be further in the future than clocks differ; if it is, the clock has been set back. */
const hasStarted = (at: number, instant: number) => at <= instant || at > instant + CLOCKS_DIFFER_MS
const CLOCKS_DIFFER_MS = 10_000

/** An old browser may not know a new time zone. It can't compute when slots start there, so it plays the default. */
const followed = (schedule: GroupSchedule): GroupSchedule =>
  isTimeZone(schedule.timezone) ? schedule : { ...schedule, slots: [] }

/** Follows the schedule by the corrected clock. Evaluates at each boundary and whenever new parts are ready. */
export class Playback {
  readonly now: Signal<PlaybackState>
  #chosen: Chosen | undefined
  /** Storyboards none of whose pages can be shown: the next choice plays in their place. */
  #out = new Set<string>()
  #cancel: () => void = () => undefined
  readonly #library: Pick<Library, 'ready'>
  readonly #clock: Clock
  readonly #conditions: ConditionsAt | undefined
  readonly #stops: (() => void)[]

  constructor(library: Pick<Library, 'ready'>, clock: Clock, conditions?: FollowedConditions) {
    this.#library = library
    this.#clock = clock
    this.#conditions = conditions?.at
    this.now = new Signal(NOTHING)
    this.#stops = [library.ready.subscribe(this.#evaluate), clock.onStep(this.#evaluate)]
    if (conditions) this.#stops.push(conditions.changed.subscribe(this.#evaluate))
    this.#evaluate()
  }

  /** What will play at a future instant, as far as known. */
  at = (instant: number): PlaybackState => {
    const found = this.#at(instant, this.#out)
    // Nothing else can be shown either: the stage tries the first choice again.
    return found.storyboardId === null ? this.#at(instant, new Set()) : found
  }

  #at = (instant: number, out: ReadonlySet<string>): PlaybackState =>
    playbackAt(this.#known(this.#chosen, out), instant)

  #known = (chosen: Chosen | undefined, out: ReadonlySet<string>): Known => ({
    parts: this.#library.ready.get(),
    conditions: this.#conditions,
    chosen,
    out,
  })

  /** What should play now, but can't be shown: the first choice first. */
  better(): PlaybackState[] {
    const found: PlaybackState[] = []
    const skipped = new Set<string>()
    for (;;) {
      const state = this.#at(this.#clock.now(), skipped)
      const { storyboardId } = state
      if (storyboardId === null || !this.#out.has(storyboardId) || skipped.has(storyboardId)) return found
      found.push(state)
      skipped.add(storyboardId)
    }
  }

  /** Called when the stage can't show a storyboard. */
  leaveOut(storyboardId: string): void {
    if (this.#out.has(storyboardId)) return
    this.#out.add(storyboardId)
    this.#evaluate()
  }

  /** Called when the stage can show a storyboard again; without one, when it is to try all again. */
  takeBack(storyboardId?: string): void {
    if (this.#out.size === 0) return
    if (storyboardId === undefined) this.#out.clear()
    else this.#out.delete(storyboardId)
    this.#evaluate()
  }

  /** Applies a choice by touch. It can't replace an emergency takeover. */
  choose(storyboardId: string): void {
    if (this.now.get().reason === 'takeover') return
    const now = this.#clock.now()
    const { switchedAt } = unchosenAt(this.#known(undefined, new Set()), now)
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
    // A storyboard that isn't due any more gets another chance when it is.
    if (this.#out.size > 0) {
      const due = this.better().map(({ storyboardId }) => storyboardId)
      for (const id of this.#out) if (!due.includes(id)) this.#out.delete(id)
    }
    const found = this.at(now)
    // A choice that a switch replaced must not return when the switch ends.
    const isReplaced = found.reason !== 'action' && found.reason !== 'takeover'
    if (this.#chosen && isReplaced && hasStarted(this.#chosen.at, now)) this.#chosen = undefined
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
