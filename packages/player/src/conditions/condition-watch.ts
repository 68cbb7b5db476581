import { answerOf, rowsOfCondition } from '@vitrine/contract/document/conditions'
import { conditionsHeld, type Held, heldAfter } from '@vitrine/contract/schedule/condition-hold'
import { type Condition, conditionKey } from '@vitrine/contract/schedule/conditions'
import { limitsOf } from '@vitrine/contract/schedule/show-dates'
import type { Library } from '#downlink/library.ts'
import { PART_KINDS, type Parts } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { alarm } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { ConditionsAt, WatchedRows } from '#schedule/conditions.ts'
import { type ResumingConditions, resumeIn } from '#stage/resume.ts'

export interface WatchOptions {
  library: Pick<Library, 'ready'>
  clock: Clock
  /** Loads what fetches rows; only called if there are conditions. */
  open: () => Promise<(key: string) => WatchedRows>
  /** When the page that shows at an instant ends; undefined if it doesn't. */
  endOfPage: (instant: number) => number | undefined
}

const NEVER = Number.POSITIVE_INFINITY

/** Every condition of the parts, once. */
function conditionsIn(parts: Parts): Map<string, Condition> {
  const found = new Map<string, Condition>()
  for (const kind of PART_KINDS)
    for (const { items } of Object.values(parts[kind]?.body.storyboards ?? {}))
      for (const { when } of items.flatMap(limitsOf)) if (when) found.set(conditionKey(when), when)
  return found
}

/**
 * Follows the rows that conditions read, and remembers what each condition says. It asks again when rows change, when they
 * become too old, and when a change takes effect.
 */
export class ConditionWatch implements ResumingConditions {
  readonly changed = new Signal<object>({})
  #conditions = new Map<string, Condition>()
  readonly #memory = new Map<string, Held>()
  readonly #followed = new Map<string, { rows: WatchedRows; leave: () => void }>()
  #opened: ((key: string) => WatchedRows) | undefined
  #opening: Promise<unknown> | undefined
  #cancel: () => void = () => undefined
  #isClosed = false
  readonly #stops: (() => void)[]
  readonly #options: WatchOptions

  constructor(options: WatchOptions) {
    this.#options = options
    const { library, clock } = options
    this.#stops = [library.ready.subscribe(this.#follow), clock.onStep(this.#restart)]
    this.#follow()
  }

  at: ConditionsAt = (instant) => conditionsHeld(this.#memory, instant)

  resume: ResumingConditions['resume'] = (...given) => resumeIn(...given, this.at)

  /** Resolves when conditions are decided by the copies that were stored before a restart. */
  async ready(): Promise<void> {
    await this.#opening
  }

  close(): void {
    this.#isClosed = true
    this.#cancel()
    for (const stop of this.#stops) stop()
    for (const { leave } of this.#followed.values()) leave()
  }

  #follow = (): void => {
    this.#conditions = conditionsIn(this.#options.library.ready.get())
    for (const key of this.#memory.keys()) if (!this.#conditions.has(key)) this.#memory.delete(key)
    if (this.#conditions.size > 0 && !this.#opening) this.#opening = this.#open().catch(() => undefined)
    this.#followRows()
    this.#evaluate()
  }

  async #open(): Promise<void> {
    const rows = await this.#options.open()
    if (this.#isClosed) return
    const keys = this.#keys()
    await Promise.all([...keys].map((key) => rows(key).stored?.()))
    if (this.#isClosed) return
    this.#opened = rows
    this.#followRows()
    this.#evaluate()
  }

  #keys = (): Set<string> => new Set([...this.#conditions.values()].flatMap(rowsOfCondition))

  #followRows(): void {
    const open = this.#opened
    if (!open) return
    const keys = this.#keys()
    for (const [key, { leave }] of this.#followed)
      if (!keys.has(key)) {
        leave()
        this.#followed.delete(key)
      }
    for (const key of keys) {
      const rows = open(key)
      if (this.#followed.get(key)?.rows === rows) continue
      this.#followed.get(key)?.leave()
      this.#followed.set(key, { rows, leave: rows.subscribe(this.#evaluate) })
    }
  }

  /** The clock was set: instants of before say nothing. */
  #restart = (): void => {
    for (const [key, { value }] of this.#memory)
      this.#memory.set(key, { value, since: Number.NEGATIVE_INFINITY, next: null })
    this.#evaluate()
  }

  #evaluate = (): void => {
    this.#cancel()
    if (!this.#opened || this.#isClosed) return
    const { clock, endOfPage } = this.#options
    const instant = clock.now()
    const rows = (key: string) => this.#followed.get(key)?.rows.get()
    let isNew = false
    let until = NEVER
    for (const [key, when] of this.#conditions) {
      const { plays, until: lasts } = answerOf(when, rows, instant)
      const before = this.#memory.get(key)
      const after = heldAfter(when, { plays, before, instant, endOfPage })
      this.#memory.set(key, after)
      isNew ||= before?.value !== after.value || before.next?.from !== after.next?.from
      until = Math.min(until, lasts, after.next?.from ?? NEVER)
    }
    if (until !== NEVER) this.#cancel = alarm(clock, until, this.#evaluate)
    if (isNew) this.changed.set({})
  }
}
