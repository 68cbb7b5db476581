import { z } from 'zod'
import { rule } from '#rules.ts'
import { HIJRI_DAY } from '#schedule/hijri.ts'
import { PRAYER_METHODS, SKY_EVENTS } from '#schedule/prayer-times.ts'
import { SKY_MINUTES_MAX } from '#schedule/sky.ts'
import { requiredText, wholeNumber } from './inputs.ts'

const degrees = (most: number) =>
  z
    .number({ error: rule('numeric') })
    .min(-most, rule('min_value', -most))
    .max(most, rule('max_value', most))

/** `SkyPlace` in `schedule/sky.ts`: where a schedule's sun and prayers are computed. */
export const SkyPlaceInput = z.object({
  name: requiredText(),
  /** In degrees. */
  latitude: degrees(90),
  longitude: degrees(180),
  /** The calculation method of the prayer times, in the common public numbering. */
  method: z.int().refine((method) => PRAYER_METHODS.includes(method), rule('not_offered')),
  /** Asr starts later, by the Hanafi school. */
  isHanafi: z.literal(true).optional(),
})

/** `SkyTime` in `schedule/sky.ts`: minutes after an event of the sun or a prayer, or before it if negative. */
export const SkyTimeInput = z.object({
  event: z.enum(SKY_EVENTS, { error: rule('not_offered') }),
  minutes: wholeNumber(-SKY_MINUTES_MAX, SKY_MINUTES_MAX).optional(),
})

const hijriDay = () => z.string({ error: rule('required') }).regex(HIJRI_DAY, rule('invalid'))

/** Days of every Hijri year as `MM-DD`, both inclusive: `09-01` to `09-30` is Ramadan. */
export const HijriDaysInput = z.object({ from: hijriDay(), to: hijriDay() })

/** As they are stored and sent to screens: newer servers may know more events and methods. */
export const StoredSkyPlace = z.object({
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  method: z.int(),
  isHanafi: z.literal(true).optional(),
})
export const StoredSkyTime = z.object({ event: z.enum(SKY_EVENTS), minutes: z.int().optional() })
export const StoredHijriDays = z.object({ from: z.string(), to: z.string() })
