import type { Command, MachineOrder } from '@vitrine/contract/player/commands'
import { type Api, errorMessage } from '#lib/api.ts'
import type { Signal } from '#lib/signal.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { NeighborCommand } from '#sharing/neighbors.ts'

/** How long the screen shows its name. */
const IDENTIFY_MS = 10_000
/** Gives the response time to be sent before the page unloads. */
const RELOAD_MS = 500
const REMEMBERED = 200

interface Options {
  api: Pick<Api, 'commandDone'>
  clock: Pick<Clock, 'now'>
  report: (problem: string) => void
  /** Whether the screen shows its name. */
  identifying: Signal<boolean>
  /** Each resolves when it is done, with the reason if it failed. */
  screenshot: (width: number) => Promise<string | undefined>
  clearCache: () => Promise<string | undefined>
  /** Removes the app's own files before a restart. */
  repair: () => Promise<string | undefined>
  /** Starts an upload; the server sees the result. */
  sendFile: (sha256: string) => Promise<string | undefined>
  /** Returns the reason if the screen can't move there; otherwise it moves after the response. */
  move: (address: string) => Promise<string | undefined>
  /** Returns the reason if its machine refuses the order. */
  machine: (order: MachineOrder) => Promise<string | undefined>
  /** Returns the reason if it can't share a file. */
  neighbor: (command: NeighborCommand) => Promise<string | undefined>
  action: (command: Extract<Command, { kind: 'action' }>) => string | undefined
  reload: () => void
}

/** Runs the server's commands immediately: each once, and none that arrived too late. */
export class CommandRunner {
  readonly #done: string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  take = async (command: Command): Promise<void> => {
    const { api, clock, report } = this.#options
    if (this.#done.includes(command.id) || clock.now() > command.expiresAt) return
    this.#done.push(command.id)
    if (this.#done.length > REMEMBERED) this.#done.shift()
    const why = await this.#run(command).catch(errorMessage)
    if (why && command.kind !== 'has-file') report(`${command.kind}: ${why}`)
    await api
      .commandDone({
        params: { commandId: command.id },
        body: { ok: why === undefined, text: (why ?? '').slice(0, 200) },
      })
      .catch((error: unknown) => report(errorMessage(error)))
    if (command.kind === 'reload' || (command.kind === 'repair' && !why))
      setTimeout(this.#options.reload, RELOAD_MS)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#options.identifying.set(false)
  }

  async #run(command: Command): Promise<string | undefined> {
    const { screenshot, clearCache, repair, sendFile, move, machine, neighbor, action } = this.#options
    switch (command.kind) {
      case 'reload':
        return undefined
      case 'identify':
        clearTimeout(this.#timer)
        this.#options.identifying.set(true)
        this.#timer = setTimeout(() => this.#options.identifying.set(false), IDENTIFY_MS)
        return undefined
      case 'screenshot':
        return screenshot(command.width)
      case 'clear-cache':
        return clearCache()
      case 'repair':
        return repair()
      case 'send-file':
        return sendFile(command.sha256)
      case 'move':
        return move(command.address)
      case 'log':
      case 'restart-browser':
      case 'update-kiosk':
      case 'reboot':
        return machine(command.order)
      case 'has-file':
      case 'neighbor':
        return neighbor(command)
      case 'action':
        return action(command)
      default:
        return "This version of the player doesn't support this command"
    }
  }
}
