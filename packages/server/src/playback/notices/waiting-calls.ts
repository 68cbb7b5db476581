/** Maximum waiting calls per id. A screen has one, and perhaps a second after it lost the first. */
const WAITING_EACH = 4

/** Long polling for networks where event streams don't get through: calls that are answered on a change. */
export class WaitingCalls {
  readonly #waiting = new Map<string, Set<() => void>>()
  #isClosed = false

  /** Resolves at the next change of `id`, after `milliseconds`, on cancel, and immediately once this is closed. */
  changeOf(id: string, milliseconds: number, cancel: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set()
      const done = () => {
        clearTimeout(timer)
        cancel.removeEventListener('abort', done)
        waiting.delete(done)
        if (waiting.size === 0) this.#waiting.delete(id)
        resolve()
      }
      const timer = setTimeout(done, this.#isClosed ? 0 : milliseconds)
      // Answer the oldest call early: its screen has probably disconnected.
      const [oldest] = waiting
      if (waiting.size >= WAITING_EACH) oldest?.()
      this.#waiting.set(id, waiting.add(done))
      cancel.addEventListener('abort', done)
      if (cancel.aborted) done()
    })
  }

  wake(id: string): void {
    for (const done of [...(this.#waiting.get(id) ?? [])]) done()
  }

  wakeAll(): void {
    for (const id of [...this.#waiting.keys()]) this.wake(id)
  }

  close(): void {
    this.#isClosed = true
    this.wakeAll()
  }
}
