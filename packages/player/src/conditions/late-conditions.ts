import type { Conditions } from '@vitrine/contract/schedule/conditions'
import { PART_KINDS } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { untilLoaded } from '#lib/until-loaded.ts'
import type { ResumingConditions } from '#stage/resume.ts'
import type { TurnAt } from '#stage/show-at.ts'
import type { ConditionWatch, WatchOptions } from './condition-watch.ts'

/** Until its rows are there, no condition holds. */
const NOT_YET: Conditions = () => ({
  value: false,
  since: Number.NEGATIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
})

export type LateConditions = ReturnType<typeof lateConditions>

/** The conditions and orders of a session. What decides them loads with the first one: most screens have none. */
export function lateConditions(options: WatchOptions) {
  const { ready } = options.library
  const changed = new Signal<object>({})
  let watch: ConditionWatch | undefined
  let loading: Promise<void> | undefined
  let turnAt: TurnAt | undefined
  let ordering: Promise<void> | undefined
  let isClosed = false
  const load = async () => {
    const { ConditionWatch } = await import('./condition-watch.ts')
    const made = new ConditionWatch(options)
    made.changed.subscribe(() => changed.set({}))
    await made.ready()
    if (isClosed) made.close()
    else watch = made
    changed.set({})
  }
  const loadOrder = async () => {
    turnAt = (await import('#stage/turn-at.ts')).turnAt
    changed.set({})
  }
  const look = () => {
    // The same word in a page does no harm.
    const has = (word: string) => PART_KINDS.some((kind) => ready.get()[kind]?.text.includes(word))
    if (has('"when":')) loading ??= untilLoaded(load)
    if (has('"lists":')) ordering ??= untilLoaded(loadOrder)
  }
  const stop = ready.subscribe(look)
  look()
  return {
    changed,
    at: (instant: number) => watch?.at(instant) ?? NOT_YET,
    resume: (...given) => watch?.resume(...given),
    /** Resolves when conditions are decided by the copies that were stored before a restart. */
    ready: async () => void (await Promise.all([loading, ordering])),
    turnAt: () => turnAt,
    close: () => {
      isClosed = true
      stop()
      watch?.close()
    },
  } satisfies ResumingConditions & Record<string, unknown>
}
