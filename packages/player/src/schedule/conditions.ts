import type { Conditions } from '@vitrine/contract/schedule/conditions'
import type { Library } from '#downlink/library.ts'
import { PART_KINDS, type Parts } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { onceLoaded } from '#lib/until-loaded.ts'
import type { ConditionWatch, WatchOptions } from './condition-watch.ts'

/** What conditions say at an instant, now or later as far as is known. */
export type ConditionsAt = (instant: number) => Conditions

/** What plays follows it. */
export interface FollowedConditions {
  at: ConditionsAt
  /** Another value whenever a condition says something else, or will. */
  changed: Signal<object>
}

const hasConditions = (parts: Parts): boolean =>
  PART_KINDS.some((kind) =>
    Object.values(parts[kind]?.body.storyboards ?? {}).some(({ items }) => items.some(({ when }) => when)),
  )

/** Until its rows are there, no condition holds. */
const NOT_YET: Conditions = () => ({
  value: false,
  since: Number.NEGATIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
})

/** The conditions of a session. What decides them loads with the first one: most screens have none. */
export class LateConditions implements FollowedConditions {
  readonly changed = new Signal<object>({})
  #watch: ConditionWatch | undefined
  #isClosed = false
  #loading: Promise<void> | undefined
  readonly #load: () => Promise<void>
  readonly #library: Pick<Library, 'ready'>
  readonly #stop: () => void

  constructor(options: WatchOptions) {
    this.#library = options.library
    this.#load = onceLoaded(async () => {
      const { ConditionWatch } = await import('./condition-watch.ts')
      if (this.#isClosed) return
      const watch = new ConditionWatch(options)
      watch.changed.subscribe(() => this.changed.set({}))
      await watch.ready()
      this.#watch = watch
      this.changed.set({})
    })
    this.#stop = options.library.ready.subscribe(this.#look)
    this.#look()
  }

  at: ConditionsAt = (instant) => this.#watch?.at(instant) ?? NOT_YET

  /** Resolves when conditions are decided by the copies that were stored before a restart. */
  async ready(): Promise<void> {
    await this.#loading
  }

  close(): void {
    this.#isClosed = true
    this.#stop()
    this.#watch?.close()
  }

  #look = (): void => {
    if (!this.#loading && hasConditions(this.#library.ready.get())) this.#loading = this.#load()
  }
}
