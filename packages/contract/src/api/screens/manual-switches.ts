import { z } from 'zod'
import { Id, Instant, IsReadOnly } from '#api/base/entity.ts'
import { rule } from '#rules.ts'

/** When a manual switch ends: at the schedule's next change, at an instant, or when someone ends it. */
export const SWITCH_ENDS = ['next-slot', 'time', 'manual'] as const
export const SwitchEnd = z.enum(SWITCH_ENDS)
export type SwitchEnd = z.infer<typeof SwitchEnd>

/** Planned starts and ends are limited to this many days ahead. */
export const SWITCH_DAYS_MAX = 366

/** Maximum planned switches per screen. */
export const PLANNED_MAX = 20

/** Maximum length of the list of all planned switches, earliest first. */
export const PLANNED_LISTED = 5000

/** A storyboard that someone sent to a screen, and that it plays instead of its schedule. */
export const ManualSwitch = z.object({
  storyboardId: Id,
  storyboardName: z.string().nullable(),
  /** Who sent it: a person, or the screen whose touch action did. Null if sent before this was recorded. */
  by: z.string().nullable(),
  since: z.number(),
  end: SwitchEnd,
  /** When it ends, as far as known now; null if only a person ends it. */
  until: z.number().nullable(),
})
export type ManualSwitch = z.infer<typeof ManualSwitch>

/** An entry in the list of all manual switches. */
export const ScreenSwitch = ManualSwitch.extend({
  deviceId: Id,
  deviceName: z.string(),
  deviceGroupId: Id.nullable(),
  /** Of its screen. */
  isReadOnly: IsReadOnly,
})
export type ScreenSwitch = z.infer<typeof ScreenSwitch>

/** A manual switch that begins at `since`; `until` is as far as known now. */
export const PlannedSwitch = ScreenSwitch.extend({ id: Id })
export type PlannedSwitch = z.infer<typeof PlannedSwitch>

export const SwitchInput = z
  .object({
    storyboardId: Id,
    /** When it begins, milliseconds since 1970; absent: now. */
    from: Instant.optional(),
    end: SwitchEnd.optional(),
    /** Milliseconds since 1970; for `time` only. */
    until: Instant.optional(),
  })
  .superRefine(({ end = 'next-slot', until }, context) => {
    const add = (message: string) => context.addIssue({ code: 'custom', path: ['until'], message })
    if (end === 'time' && until === undefined) add(rule('required'))
    if (end !== 'time' && until !== undefined) add(rule('invalid'))
  })
export type SwitchInput = z.infer<typeof SwitchInput>
