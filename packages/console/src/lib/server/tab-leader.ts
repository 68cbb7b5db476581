/** Messages between tabs of one origin; `event` is the payload. */
export type TabMessage<E> =
  | { kind: 'beat' | 'claim' | 'bye'; from: string }
  | { kind: 'event'; from: string; event: E }

interface Options<E> {
  id: string
  say: (said: TabMessage<E>) => void
  /** Background tabs have throttled timers, so they yield leadership and tolerate longer silence. */
  isHidden: () => boolean
  /** Called when this tab gains or loses leadership. */
  onLead: (leads: boolean) => void
  onEvent: (event: E) => void
}

const BEAT_MS = 3000
const MISSED_MS = 8000
const MISSED_HIDDEN_MS = 90_000

/**
 * Elects a leader among the tabs with messages only, because plain http has no locks. The leader sends heartbeats; if
 * it falls silent, another tab takes over, and a hidden leader yields.
 */
export class TabLeader<E> {
  #leads = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #options: Options<E>

  constructor(options: Options<E>) {
    this.#options = options
    // Long enough for a leader to respond, short enough to go unnoticed.
    this.#options.say({ kind: 'claim', from: options.id })
    this.#wait(250)
  }

  get leads(): boolean {
    return this.#leads
  }

  receive(said: TabMessage<E>): void {
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
    // Of two leaders, a visible one wins, otherwise the lower id.
    if (said.kind === 'event' || isHidden() || (said.kind === 'beat' && said.from < id)) this.#lead(false)
    else this.#beat()
  }

  /** Broadcasts as the leader; a former leader stays silent, because a late message would depose the new one. */
  send(event: E): void {
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
