// The truth about a screen, from its row: whether it shows what it should, and the one sentence that says why.
import type { Device } from '@vitrine/contract/api/screens/devices'
import type { PlayingReport, ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import type { Truth } from '@vitrine/contract/api/screens/truth'
import { isPanelProblem } from '@vitrine/contract/player/panel'
import {
  TRUTH_OF,
  TRUTH_TEXTS,
  type TruthFacts,
  type TruthReason,
  truthText,
} from '@vitrine/contract/player/truth'
import { isTargeted } from '#playback/takeovers.ts'
import { type Plan, plannedFor, shownSwitch, type Takeover, zoneOf } from './plan.ts'
import { isSurelyPlanned, mayBePlanned } from './planned.ts'
import { isRecent, UPDATING_MS } from './queries.ts'

/** A screen's row and its last report, read. */
export interface Shown
  extends Pick<Device, 'id' | 'organizationId' | 'deviceGroupId' | 'connection' | 'content'> {
  overrideStoryboardId: string | null
  overrideSince: number | null
  manifestAt: number
  groupAt: number | null
  takeoverId: string | null
  lastSeenAt: number | null
  playing: PlayingReport | null
  screen: Pick<ScreenFacts, 'panel'> | null
}

/** Why a screen is right, differs, or is unknown. `reasonAt` decides the same in queries. */
export function reasonOf(row: Shown, plan: Plan): TruthReason {
  const { connection, content, playing, screen } = row
  if (connection === 'never') return 'never'
  if (connection !== 'online') return 'silent'
  const due = dueTakeover(row, plan)
  if (due) return row.takeoverId === due.id ? 'takeover' : 'untaken'
  const storyboardId = playing?.storyboardId ?? null
  const isBlank =
    content === 'up-to-date' &&
    storyboardId !== null &&
    playing?.pageId === null &&
    playing.reason !== 'takeover'
  if (playing?.failing || isBlank) return 'blank'
  if (content === 'updating') return isRecent(row, plan.now) ? 'updating' : 'downloading'
  if (content === 'behind') return 'behind'
  if (isPanelProblem(screen?.panel)) return 'panel'
  if (screen?.panel === 'off-by-plan') return 'off'
  return reasonOfContent(row, storyboardId, plan)
}

/** Of a screen that has the latest version. */
function reasonOfContent(row: Shown, storyboardId: string | null, plan: Plan): TruthReason {
  const { playing } = row
  const schedule = plannedFor(plan, row)
  const isSure = schedule !== undefined && isSurelyPlanned(schedule)
  const isPlanned = storyboardId !== null && schedule !== undefined && mayBePlanned(schedule, storyboardId)
  const switched = shownSwitch(plan, row.id)
  const recently = plan.now - UPDATING_MS
  const hasJustChanged = [schedule?.since, row.overrideSince, playing?.since].some(
    (at) => typeof at === 'number' && at > recently,
  )
  const elsewhere = hasJustChanged ? 'updating' : 'astray'
  if (playing?.reason === 'takeover') return elsewhere
  if (storyboardId === null) return !isSure && !switched ? 'nothing' : elsewhere
  if (playing?.reason === 'action') return 'action'
  if (switched && row.overrideStoryboardId === storyboardId) {
    if (isPlanned) return 'scheduled'
    return isSure ? 'switched' : 'sent'
  }
  return isPlanned ? 'scheduled' : elsewhere
}

/** The newest active takeover that targets a screen. */
const dueTakeover = (row: Shown, { takeovers }: Plan): Takeover | undefined =>
  takeovers.find((one) => one.organizationId === row.organizationId && isTargeted(one.targets, row))

/** The storyboards that a sentence may name. */
export const storyboardsOfTruth = (row: Shown, plan: Plan): string[] =>
  [
    plannedFor(plan, row)?.storyboardId,
    plannedFor(plan, row)?.emptyId,
    row.playing?.storyboardId,
    row.playing?.failing?.storyboardId,
  ].flatMap((id) => id ?? [])

/** `names`: of storyboards by id; those that were deleted are missing. */
export function truthOf(row: Shown, plan: Plan, names: ReadonlyMap<string, string>): Truth {
  const because = reasonOf(row, plan)
  const facts = factsOf(row, plan, because, names)
  return {
    value: TRUTH_OF[because],
    ...facts,
    sentence: sentenceOf(facts, zoneOf(plan, row.deviceGroupId), plan.now),
  }
}

function factsOf(
  row: Shown,
  plan: Plan,
  because: TruthReason,
  names: ReadonlyMap<string, string>,
): TruthFacts {
  const { playing, screen, lastSeenAt } = row
  const nameOf = (id: string | null | undefined) => (id == null ? null : (names.get(id) ?? ''))
  const due = dueTakeover(row, plan)
  const switched = shownSwitch(plan, row.id)
  const planned = plannedFor(plan, row)?.storyboardId
  const facts: TruthFacts = {
    because,
    should: nameOf(planned ?? switched?.storyboardId),
    shows: nameOf(playing?.storyboardId),
    ...{ by: null, since: null, until: null, end: null },
    ...{ why: null, panel: screen?.panel ?? null },
  }
  if (because === 'takeover' && due)
    return {
      ...facts,
      should: due.title,
      shows: due.title,
      by: due.startedBy,
      since: due.startedAt,
      until: due.endsAt,
    }
  if (because === 'untaken' && due) return { ...facts, should: due.title }
  if (because === 'silent')
    return { ...facts, since: lastSeenAt === null ? null : Math.min(lastSeenAt, plan.now) }
  if (because === 'blank') {
    const failing = playing?.failing
    return {
      ...facts,
      should: nameOf(failing?.storyboardId ?? playing?.storyboardId),
      why: failing?.why ?? null,
    }
  }
  if (switched && (because === 'switched' || because === 'sent')) {
    const { by, since, until, end } = switched
    return { ...facts, by, since, until, end }
  }
  if (because === 'nothing') return { ...facts, should: nameOf(plannedFor(plan, row)?.emptyId ?? planned) }
  // By conditions, that may be another one than the first choice.
  if (because === 'scheduled') return { ...facts, should: facts.shows }
  // What is on its way is the switch, if there is one.
  if (switched) return { ...facts, should: nameOf(switched.storyboardId) }
  return facts
}

const DELETED = 'a deleted storyboard'

/** The sentence in English. `zone`: the screen's clocks. */
function sentenceOf(facts: TruthFacts, zone: string, now: number): string {
  const { should, shows, by, since, until, why } = facts
  const values: Record<string, string> = {
    should: should || DELETED,
    shows: shows || DELETED,
    by: by ?? 'someone',
    since: since === null ? '' : timeText(since, now, zone),
    until: until === null ? '' : timeText(until, now, zone),
    why: why ?? '',
  }
  return TRUTH_TEXTS[truthText(facts)].replace(/%\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
}

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string, isToday: boolean): Intl.DateTimeFormat {
  const key = `${zone} ${isToday}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    ...(isToday ? {} : { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  formats.set(key, made)
  return made
}

const DAY = 86_400_000
/** With the date if it is more than half a day away. */
const timeText = (at: number, now: number, zone: string): string =>
  formatOf(zone, Math.abs(at - now) < DAY / 2).format(at)
