import { type SpansOf, whatPlays } from './schedule.ts'
import type { ScreenLayer } from './screen-layer.ts'
import { playsOn, type ScreenTraits } from './screen-rule.ts'
import type { SlotClocks, SlotTimes } from './slots.ts'

type OwnSchedule = SlotClocks & {
  defaultStoryboardId: string | null
  slots: (SlotTimes & { storyboardId: string })[]
  activeFrom: number
}

/** Layers never change, nor do they move to another schedule. */
const schedules = new WeakMap<ScreenLayer, OwnSchedule>()

/**
 * The schedule of one layer, for `whatPlays`: its storyboard in its slots, or always. Positions count from 1970 or from its
 * slot, so that another schedule of the group doesn't restart it.
 */
export function scheduleOfLayer({ timezone, sky, hijriShift }: SlotClocks, layer: ScreenLayer): OwnSchedule {
  const known = schedules.get(layer)
  if (known) return known
  const { storyboardId, slots } = layer
  const made: OwnSchedule = {
    timezone,
    ...(sky && { sky }),
    ...(hijriShift !== undefined && { hijriShift }),
    defaultStoryboardId: slots.length === 0 ? storyboardId : null,
    slots: slots.map((slot) => ({ ...slot, storyboardId })),
    activeFrom: 0,
  }
  schedules.set(layer, made)
  return made
}

/** The layers of a schedule that show at an instant on a screen, in their order; without traits, on any. */
export function layersAt<L extends ScreenLayer>(
  schedule: SlotClocks & { layers?: readonly L[] | undefined },
  instant: number,
  { spansOf, traits }: { spansOf?: SpansOf; traits?: ScreenTraits } = {},
): L[] {
  return (schedule.layers ?? []).filter((layer) => {
    if (!playsOn(layer.screens, traits)) return false
    const current = scheduleOfLayer(schedule, layer)
    return whatPlays({ current, next: null, override: null, traits }, instant, spansOf).storyboardId !== null
  })
}
