import { z } from 'zod'

/** Maximum number of wrong values that a refusal lists. */
const WRONG_SAID = 20

/** The most values that a list may have. */
export const maximumOf = (list: z.ZodArray): number | undefined =>
  list.def.checks
    ?.map(({ _zod: { def } }) => def as { maximum?: number })
    .find(({ maximum }) => maximum !== undefined)?.maximum

/**
 * A list in a body. Zod checks every value before it compares their number with the maximum, and collects issues for each
 * wrong one, at about 2 µs an issue. So a list is cut before it is checked: after the first value too many, and after the
 * first `WRONG_SAID` wrong ones. `isPlausible` is a quick check that right values pass.
 */
export const boundedList = <T extends z.ZodArray>(list: T, isPlausible?: (value: unknown) => boolean) => {
  const most = maximumOf(list)
  if (most === undefined) throw new Error('A list in a body needs a maximum')
  return z.preprocess((values: z.input<T>) => {
    if (!Array.isArray(values)) return values
    const few = values.length > most ? values.slice(0, most + 1) : values
    let wrong = 0
    const end = isPlausible ? few.findIndex((value) => !isPlausible(value) && ++wrong === WRONG_SAID) : -1
    return end === -1 ? few : few.slice(0, end + 1)
  }, list)
}
