import { useQueryClient } from '@tanstack/react-query'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { changeText } from '#lib/text/change-text.ts'
import { notify } from '#lib/toasts.ts'
import { approve, isApprovedByPlaying } from '#queries/approving.ts'
import { cardsKey } from '#queries/cards.ts'
import { devicesKey } from '#queries/devices.ts'
import { storyboardsKey } from '#queries/storyboards.ts'
import { backToSchedule, cancelPlanned } from '#screens/devices/switches/api.ts'
import type { SwitchEnding } from '#screens/devices/switches/switch-end-picker.tsx'
import { useUndo } from '#ui/work/use-undo.ts'
import { type FailedItem, useWriteEach } from '#ui/work/use-write-each.ts'
import { useSourcePage } from './drop/use-arrived.ts'
import {
  type Playable,
  type PlayWhen,
  type Source,
  screensOf,
  type Targets,
  undoPlan,
  type WeeklyTimes,
} from './play-plan.ts'
import { useSchedule } from './use-schedule.ts'

/** The current minute is a valid start: it starts as soon as the server accepts it. */
const SOON_MS = 5000

export interface PlayChoice {
  playable: Playable
  /** Makes the storyboard of something that isn't on the server yet. */
  make: (() => Promise<Storyboard>) | undefined
  source: Source
  targets: Targets
  when: PlayWhen
  /** The start, for `at`. */
  from: number | undefined
  ending: SwitchEnding
  weekly: WeeklyTimes
  allDevices: readonly Device[]
}

/** Failures by name; empty on success. */
export type PlayFailures = readonly { id: string; name: string; reason: string | undefined }[]

/** Executes the plan. */
export function usePlay() {
  const { t } = useTranslation()
  const storyboardFor = useStoryboardFor()
  const switchAll = useSwitchAll()
  const planAll = usePlanAll()
  const { addSlot, setDefault } = useSchedule()
  const undoing = useUndo([devicesKey])
  return async function play(wish: PlayChoice, only?: PlayFailures): Promise<PlayFailures> {
    const { targets, when, source, allDevices } = wish
    const { id: storyboardId } = await storyboardFor(wish)
    if (source.how === 'make' && !source.approved) {
      notify({ kind: 'info', title: t('playOn.sentTitle'), message: t('playOn.sent') })
      return []
    }
    const again = only && new Set(only.map(({ id }) => id))
    const wanted = <T extends { id: string }>(items: readonly T[]) =>
      items.filter(({ id }) => !again || again.has(id))
    if (when === 'default' || when === 'weekly') {
      const left = { groups: wanted(targets.groups), devices: wanted(targets.devices) }
      const { failed, undo } = await (when === 'default'
        ? setDefault(left, storyboardId)
        : addSlot(left, wish.weekly, storyboardId))
      return report(failed, t(when === 'default' ? 'playOn.defaultSaved' : 'playOn.weeklySaved'), undo)
    }
    const screens = wanted(screensOf(targets, allDevices))
    const started = new Map<string, number>()
    const { ending } = wish
    if (when === 'at')
      return planAll(
        screens.map(({ id, name }) => ({ id, name, storyboardId, ending })),
        wish.from,
      )
    const failed = await switchAll(
      screens.map(({ id, name }) => ({ id, name, storyboardId, ending })),
      started,
    )
    const undo = undoing(async () => {
      const { toSchedule, switches } = undoPlan(screens, clock.now())
      await backToSchedule(toSchedule.map((deviceId) => ({ deviceId, since: started.get(deviceId) })))
      const left = await switchAll(switches)
      if (left.length > 0) throw new Error('Not all screens went back')
    })
    return report(failed, t('playOn.shown', { count: screens.length }), undo)
  }
}

interface Switching {
  id: string
  name: string
  storyboardId: string
  ending: SwitchEnding
}

/** Switches screens; `started` gets the start of each switch by screen id. */
function useSwitchAll() {
  const seen = useRef(new Map<string, number>())
  const switchEach = useWriteEach<Switching>({
    write: async ({ id, storyboardId, ending }) => {
      const { device } = await api.devices.switchStory({
        params: { id },
        body: { storyboardId, ...ending },
      })
      if (device.manualSwitch) seen.current.set(id, device.manualSwitch.since)
    },
    invalidates: [devicesKey],
    quiet: true,
  })
  return (screens: readonly Switching[], started = new Map<string, number>()) => {
    seen.current = started
    return switchEach(screens)
  }
}

/** Plans the same switch for several screens; *Undo* cancels it. */
function usePlanAll() {
  const { t } = useTranslation()
  const made = useRef<string[]>([])
  const start = useRef<number>(undefined)
  const undoing = useUndo([devicesKey])
  const planEach = useWriteEach<Switching>({
    write: async ({ id: deviceId, storyboardId, ending }) => {
      const body = { storyboardId, ...ending, from: Math.max(start.current ?? 0, clock.now() + SOON_MS) }
      const { plannedId } = await api.devices.switchStory({ params: { id: deviceId }, body })
      if (plannedId) made.current.push(plannedId)
    },
    invalidates: [devicesKey],
    quiet: true,
  })
  return async (screens: readonly Switching[], from: number | undefined): Promise<PlayFailures> => {
    made.current = []
    start.current = from
    const failed = await planEach(screens)
    const ids = made.current
    const undo = undoing(() => cancelPlanned(ids))
    const time = changeText(from ?? clock.now(), clock.now())
    return report(failed, t('playOn.planned', { count: screens.length, time }), undo)
  }
}

/** The storyboard of a plan: it plays the chosen thing alone, and lists leave it out. A retry approves what was made. */
function useStoryboardFor() {
  const client = useQueryClient()
  const pageOfSource = useSourcePage()
  return async ({ playable: { kind, id, name }, source, make }: PlayChoice): Promise<Storyboard> => {
    if (source.how === 'ready' || kind === 'storyboard') return readyOf(source)
    try {
      // The page of a data source is made when it first plays.
      const page = kind === 'source' && !make ? await pageOfSource(name) : undefined
      const storyboard = make
        ? await make()
        : (await api.shelf.play({ params: { id }, body: { kind, page } })).storyboard
      const waits = source.how === 'make' && source.approved && storyboard.status !== 'approved'
      if (waits) return await approve(storyboard)
      return storyboard
    } finally {
      for (const queryKey of [storyboardsKey, cardsKey]) void client.invalidateQueries({ queryKey })
    }
  }
}

/** Approved, if it has only waited for a person like this one. */
async function readyOf(source: Source): Promise<Storyboard> {
  if (source.how !== 'ready') throw new Error('Only an approved storyboard plays')
  const { storyboard } = source
  return isApprovedByPlaying(storyboard) ? approve(storyboard) : storyboard
}

function report<Item extends { id: string; name: string }>(
  failed: readonly FailedItem<Item>[],
  message: string,
  undo: (() => void) | undefined,
): PlayFailures {
  if (failed.length === 0) notify({ kind: 'positive', message, undo })
  return failed.map(({ item: { id, name }, reason }) => ({ id, name, reason }))
}
