import type { ZoneCommand } from '@vitrine/widgets/host'

/** Sends touch commands to the media zones of one page. A command for a zone that hasn't rendered waits for it. */
export class ZoneCommands {
  readonly #listeners = new Map<string, Set<(command: ZoneCommand) => void>>()
  readonly #waiting = new Map<string, ZoneCommand>()

  listen = (widgetId: string, listener: (command: ZoneCommand) => void): (() => void) => {
    const listeners = this.#listeners.get(widgetId) ?? new Set()
    this.#listeners.set(widgetId, listeners.add(listener))
    const waiting = this.#waiting.get(widgetId)
    this.#waiting.delete(widgetId)
    if (waiting) queueMicrotask(() => listeners.has(listener) && listener(waiting))
    return () => listeners.delete(listener)
  }

  send(widgetId: string, command: ZoneCommand): void {
    const listeners = this.#listeners.get(widgetId)
    if (!listeners?.size) this.#waiting.set(widgetId, command)
    for (const listener of listeners ?? []) listener(command)
  }
}
