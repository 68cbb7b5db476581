/** Messages between tabs of one origin; `event` is for users of the leader. */
export type TabMessage<E> =
  | { kind: 'beat' | 'claim' | 'bye'; from: string }
  | { kind: 'event'; from: string; event: E }

interface Options<E> {
  id: string
  say: (said: TabMessage<E>) => void
  /** Background tabs have slow timers, so they neither lead for long nor miss the leader soon. */
  isHidden: () => boolean
  /** This tab leads from now on, or does not any more. */
  onLead: (leads: boolean) => void
  onEvent: (event: E) => void
}

const BEAT_MS = 3000
const MISSED_MS = 8000
const MISSED_HIDDEN_MS = 90_000

/**
 * Elects one leader among the tabs by messages alone: locks are missing on plain http. The leader announces itself
 * every few seconds; if it falls silent, another takes over, and a hidden leader yields.
 */
export class TabLeader<E> {
  #leads = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #options: Options<E>

  constructor(options: Options<E>) {
    this.#options = options
    // Long enough for a leader to answer, short enough not to be noticed.
    this.#options.say({ kind: 'claim', from: options.id })
    this.#wait(250)
  }

  get leads(): boolean {
    return this.#leads
  }

  hear(said: TabMessage<E>): void {
    const { id, isHidden, onEvent } = this.#options
    if (said.from === id) return
    if (said.kind === 'event') onEvent(said.event)
    if (!this.#leads) {
      if (said.kind === 'bye') this.#wait(Math.random() * 500)
      else if (said.kind !== 'claim')
        this.#wait(isHidden() ? MISSED_HIDDEN_MS : MISSED_MS + Math.random() * 2000)
      return
    }
    if (said.kind === 'bye') return
    // Of two leaders a visible one stays, and of two alike the lower name.
    if (said.kind === 'event' || isHidden() || (said.kind === 'beat' && said.from < id)) this.#lead(false)
    else this.#beat()
  }

  /** To all other tabs, as the leader; a former leader is silent, so that a late message unseats no one. */
  tell(event: E): void {
    if (!this.#leads) return
    this.#options.say({ kind: 'event', from: this.#options.id, event })
  }

  close(): void {
    clearTimeout(this.#timer)
    if (this.#leads) this.#options.say({ kind: 'bye', from: this.#options.id })
    this.#lead(false)
    clearTimeout(this.#timer)
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#lead(true), ms)
  }

  #lead(leads: boolean): void {
    const changed = leads !== this.#leads
    this.#leads = leads
    if (changed) this.#options.onLead(leads)
    if (leads) this.#beat()
    else this.#wait(this.#options.isHidden() ? MISSED_HIDDEN_MS : MISSED_MS)
  }

  #beat(): void {
    clearTimeout(this.#timer)
    this.#options.say({ kind: 'beat', from: this.#options.id })
    this.#timer = setTimeout(() => this.#beat(), BEAT_MS)
  }
}
