import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id } from '#api/base/entity.ts'
import { date, requiredText, time } from '#api/base/inputs.ts'
import { ScreenRuleInput } from '#api/base/screen-rule.ts'
import { HijriDaysInput, SkyTimeInput } from '#api/base/sky.ts'
import { isTimeAfter, rule, timeOfMinutes } from '#rules.ts'

/** Slots that follow the sun are compared with the others on every day of a year. */
export const SKY_SLOTS_MAX = 50
/** Maximum days per slot on which it doesn't start. */
export const EXCEPTIONS_MAX = 50
const MIDNIGHT = timeOfMinutes(0)

const Clocks = {
  from: time(),
  to: time(),
  /** Instead of `from` and `to`, which players without this feature use. */
  fromSky: SkyTimeInput.optional(),
  toSky: SkyTimeInput.optional(),
}

const Days = {
  overnight: z.literal(true).optional(),
  days: boundedList(z.array(z.int().min(0).max(6)).min(1, rule('required')).max(7)).optional(),
  startDate: date().optional(),
  endDate: date().optional(),
  except: boundedList(
    z.array(date()).min(1, rule('required')).max(EXCEPTIONS_MAX, rule('max_value', EXCEPTIONS_MAX)),
  ).optional(),
  hijri: HijriDaysInput.optional(),
  event: requiredText().optional(),
}

/** When a layer shows. */
const Times = z.object({ ...Clocks, ...Days })

function checkTimes(slot: z.output<typeof Times>, context: z.RefinementCtx): void {
  const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  // As an end, 12:00 AM is midnight at the end of the day. A slot that crosses midnight needs `overnight`.
  const followsSun = slot.fromSky !== undefined || slot.toSky !== undefined
  if (slot.to !== MIDNIGHT && !slot.overnight && !followsSun) {
    if (slot.to === slot.from) add('to', rule('same_time'))
    else if (!isTimeAfter(slot.to, slot.from)) add('to', rule('time_after', 'from'))
  }
  if (slot.event !== undefined && !slot.hijri)
    for (const key of ['startDate', 'endDate'] as const) if (!slot[key]) add(key, rule('required'))
  if (slot.startDate && slot.endDate && slot.endDate < slot.startDate) add('endDate', rule('invalid'))
}

export const TimesInput = Times.superRefine(checkTimes)

export const SlotInput = z
  .object({
    ...Clocks,
    storyboardId: Id,
    ...Days,
    /** On which screens of the group it plays; absent: on every one. */
    screens: ScreenRuleInput,
  })
  .superRefine(checkTimes)
