import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { minutesOfTime, timeOfMinutes } from '@vitrine/contract/rules'
import { readingAt } from '@vitrine/contract/schedule/day'
import { slotsMeet, slotsOverlap } from '@vitrine/contract/schedule/overlaps'
import { layerOf } from '@vitrine/contract/schedule/slots'
import { MINUTE } from '@vitrine/contract/schedule/time-zone'
import type { PlaySubject } from '#lib/play-on.ts'
import type { SwitchEnding } from '#screens/devices/switches/switch-end-picker.tsx'

/**
 * `now` and `at` (later): override the schedule. `weekly`: a slot in groups. `default`: what groups play outside
 * their slots.
 */
export const PLAY_TIMES = ['now', 'at', 'weekly', 'default'] as const
export type PlayWhen = (typeof PLAY_TIMES)[number]

/** Content that can play on a screen. */
export interface Playable {
  kind: PlaySubject['kind']
  id: string
  name: string
  organizationId: string
}

/** The form's input for a slot's recurrence. */
export interface WeeklyTimes {
  from: string
  to: string
  days: readonly number[]
}

/** The slot for weekly times; undefined while they are incomplete. It crosses midnight if it ends before it starts. */
export function weeklySlot({ from, to, days }: WeeklyTimes, storyboardId: string): Slot | undefined {
  const isTime = (time: string) => timeOfMinutes(minutesOfTime(time)) === time
  if (!isTime(from) || !isTime(to) || from === to || days.length === 0) return undefined
  const end = minutesOfTime(to)
  return {
    from,
    to,
    storyboardId,
    ...(end !== 0 && end < minutesOfTime(from) && { overnight: true }),
    ...(days.length < 7 && { days: [...days] }),
  }
}

/** Conflicts of a new weekly slot with the groups' schedules. */
export interface SlotMeetings {
  /** Weekly slots at the same time, which the server rejects. */
  taken: { group: Pick<DeviceGroup, 'id' | 'name'>; slot: Slot }[]
  /** Slots with dates, holidays and events, which take precedence. */
  wins: { group: Pick<DeviceGroup, 'id' | 'name'>; slot: Slot }[]
}

export function slotMeetings(
  slot: Slot,
  groups: readonly Pick<DeviceGroup, 'id' | 'name' | 'schedule'>[],
  now: number,
): SlotMeetings {
  const all = groups.flatMap(({ schedule, ...group }) => {
    const { date: today } = readingAt(schedule.timezone, now)
    const coming = schedule.slots.filter(({ endDate }) => (endDate ?? today) >= today)
    return coming.map((other) => ({ found: { group, slot: other }, clocks: schedule }))
  })
  return {
    taken: all
      .filter(({ found, clocks }) => slotsOverlap(found.slot, slot, clocks))
      .map(({ found }) => found),
    wins: all
      .filter(({ found, clocks }) => layerOf(found.slot) !== 'weekly' && slotsMeet(found.slot, slot, clocks))
      .map(({ found }) => found),
  }
}

/** Permissions beyond switching screens. */
export interface PlayPermissions {
  makeCards: boolean
  makeStoryboards: boolean
  approve: boolean
  changeGroups: boolean
}

/** How the content becomes an approved storyboard. */
export type Source =
  /** Approved, or approved by playing it. */
  | { how: 'ready'; storyboard: Storyboard }
  /** A never approved storyboard, which needs someone else's review first. */
  | { how: 'review'; storyboard: Storyboard }
  /** A storyboard of this alone stays behind it; approved immediately, or submitted for approval. */
  | { how: 'make'; approved: boolean }
  | { how: 'forbidden' }

/** Whether it plays something alone: made for it, or of one page. */
const isJust = (storyboard: Storyboard, { kind, id }: Playable): boolean => {
  if (storyboard.madeFor === id) return true
  if (kind !== 'card' && kind !== 'layout') return false
  const [item, ...more] = storyboard.items
  return more.length === 0 && item !== undefined && (kind === 'card' ? item.cardId : item.layoutId) === id
}

/** Kinds that are played through a card. */
const THROUGH_CARDS: readonly Playable['kind'][] = ['media', 'source', 'template']

/** Reuses an existing storyboard of it. */
export function sourceOf(
  playable: Playable,
  storyboards: readonly Storyboard[],
  may: PlayPermissions,
): Source {
  if (playable.kind === 'storyboard') {
    const storyboard = storyboards.find(({ id }) => id === playable.id)
    if (!storyboard) return { how: 'forbidden' }
    const { approvedVersion, status } = storyboard
    const isReady = approvedVersion !== null || (may.approve && status === 'pending')
    return { how: isReady ? 'ready' : 'review', storyboard }
  }
  const same = storyboards.filter((storyboard) => isJust(storyboard, playable))
  const approved = same.find(({ status }) => status === 'approved')
  if (approved) return { how: 'ready', storyboard: approved }
  const waiting = same.find(({ status }) => status === 'pending')
  if (waiting) return { how: may.approve ? 'ready' : 'review', storyboard: waiting }
  const needsCard = THROUGH_CARDS.includes(playable.kind)
  if (!may.makeStoryboards || (needsCard && !may.makeCards)) return { how: 'forbidden' }
  return { how: 'make', approved: may.approve }
}

export interface Targets {
  /** Chosen themselves. */
  devices: readonly Device[]
  groups: readonly DeviceGroup[]
}

/** The only possible target: a group with all screens, or a single screen. */
export function onlyPlace(
  groups: readonly Pick<DeviceGroup, 'id' | 'devices'>[],
  devices: readonly Pick<Device, 'id'>[],
): ReadonlySet<string> {
  const [group, ...moreGroups] = groups
  const [device, ...moreDevices] = devices
  if (!device) return new Set()
  const hasAll = group && devices.every(({ id }) => group.devices.includes(id))
  if (hasAll && moreGroups.length === 0) return new Set([group.id])
  return new Set(!group && moreDevices.length === 0 ? [device.id] : [])
}

/** The targeted screens without duplicates, chosen directly or through groups. */
export function screensOf({ devices, groups }: Targets, all: readonly Device[]): Device[] {
  const ids = new Set([...devices.map(({ id }) => id), ...groups.flatMap((group) => group.devices)])
  return all.filter(({ id }) => ids.has(id))
}

/** The choices in the dialog. */
export interface PlayChoices {
  playable: Playable | undefined
  /** Ids of groups and screens; undefined until someone chooses. */
  places: ReadonlySet<string> | undefined
  when: PlayWhen
  ending: SwitchEnding
  /** Start of a later switch in milliseconds; undefined while it is incomplete. */
  from: number | undefined
  weekly: WeeklyTimes
}

/** Everything that can be chosen from, and the person's permissions. */
export interface PlayContext {
  devices: readonly Device[]
  groups: readonly DeviceGroup[]
  storyboards: readonly Storyboard[]
  may: PlayPermissions
  now: number
}

/**
 * The consequences of the choices. Schedules belong to groups: a chosen screen without one gets its own for `weekly` and
 * `default`, which fall back to `now` when a screen of a group is chosen, or the person can't change groups. Only places of the organization of what plays can be chosen.
 */
export function planOf(
  { playable, places, when: wanted, ending, from, weekly }: PlayChoices,
  all: PlayContext,
) {
  const ofOrganization = <T extends { organizationId: string }>(items: readonly T[]) =>
    items.filter((item) => !playable || item.organizationId === playable.organizationId)
  const devices = ofOrganization(all.devices)
  const groups = ofOrganization(all.groups)
  const chosen = places ?? onlyPlace(groups, devices)
  const targets = {
    devices: devices.filter(({ id }) => chosen.has(id)),
    groups: groups.filter(({ id }) => chosen.has(id)),
  }
  const isFollowing = targets.devices.some(({ deviceGroupId }) => deviceGroupId !== null)
  const canSchedule =
    all.may.changeGroups && !isFollowing && targets.groups.length + targets.devices.length > 0
  const changesSchedules = canSchedule && (wanted === 'default' || wanted === 'weekly')
  const when: PlayWhen = changesSchedules || wanted === 'at' ? wanted : 'now'
  const source = playable && sourceOf(playable, all.storyboards, all.may)
  const screens = screensOf(targets, devices)
  const isTimePossible = {
    default: true,
    weekly: isFree(weekly, targets.groups, all.now),
    at: from !== undefined && isPossible(from, ending, all.now),
    now: isPossible(all.now, ending, all.now),
  }[when]
  return {
    ...{ devices, groups, chosen, targets, canSchedule, when, source, screens },
    isReady: (source?.how === 'ready' || source?.how === 'make') && isTimePossible,
    isSomewhere: changesSchedules || screens.length > 0,
  }
}

function isFree(weekly: WeeklyTimes, groups: readonly DeviceGroup[], now: number): boolean {
  const slot = weeklySlot(weekly, '')
  return slot !== undefined && slotMeetings(slot, groups, now).taken.length === 0
}

/** A start in the last minute is still now. */
const isPossible = (start: number, { end, until }: SwitchEnding, now: number) =>
  start >= now - MINUTE && (end !== 'time' || (until !== undefined && until > start))

/** The number of screens that won't show it immediately. */
export const unreachable = (screens: readonly Device[]): number =>
  screens.filter(({ connection }) => connection === 'offline' || connection === 'never').length

/**
 * How to restore each screen: back to its schedule, or to its previous manual switch, unless that would have ended by
 * then.
 */
export function undoPlan(
  screens: readonly Device[],
  now: number,
): {
  toSchedule: string[]
  switches: { id: string; name: string; storyboardId: string; ending: SwitchEnding }[]
} {
  const toSchedule: string[] = []
  const switches: ReturnType<typeof undoPlan>['switches'] = []
  for (const { id, name, manualSwitch: before } of screens) {
    if (!before || (before.until !== null && before.until <= now)) toSchedule.push(id)
    else {
      const until = before.end === 'time' ? (before.until ?? undefined) : undefined
      switches.push({ id, name, storyboardId: before.storyboardId, ending: { end: before.end, until } })
    }
  }
  return { toSchedule, switches }
}
