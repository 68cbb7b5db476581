import type { CommandResult } from '@vitrine/contract/api/screens/commands'
import { COMMAND_SECONDS, type Command, type Order } from '@vitrine/contract/player/commands'
import type { Clock } from '#lib/clock.ts'
import { event } from '#lib/http/event-stream.ts'
import { newId } from '#lib/ids.ts'
import type { Streams } from './notices/streams.ts'

interface Options {
  clock: Clock
  streams: Streams
  /** Sends a message to the other processes; returns whether there can be any. May fail. */
  relay: (message: CommandMessage) => Promise<boolean>
}

/** Between processes: a command for the process with the screen's stream, and its result for the waiting process. */
export type CommandMessage =
  | { command: Command; deviceId: string }
  | { done: string; deviceId: string; ok: boolean; text: string }

interface Waiting {
  deviceId: string
  settle: (result: CommandResult) => void
}

const PATIENCE_MS = COMMAND_SECONDS * 1000

/** Sends commands to screens and waits for their results. */
export class Commands {
  readonly #waiting = new Map<string, Waiting>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Resolves when the screen reports a result, or after COMMAND_SECONDS; never fails. */
  async send(deviceId: string, order: Order): Promise<CommandResult> {
    const { clock } = this.#options
    const command: Command = { ...order, id: newId(), expiresAt: clock.now() + PATIENCE_MS }
    const answer = new Promise<CommandResult>((settle) => {
      const timer = setTimeout(() => done({ state: 'unanswered', text: '' }), PATIENCE_MS)
      const done = (result: CommandResult) => {
        clearTimeout(timer)
        this.#waiting.delete(command.id)
        settle(result)
      }
      this.#waiting.set(command.id, { deviceId, settle: done })
    })
    // Another process may have the stream; without other processes the screen is offline.
    if (!this.#deliver(deviceId, command) && !(await this.#relay({ command, deviceId })))
      this.#settle(command.id, deviceId, { state: 'offline', text: '' })
    return answer
  }

  /** A screen reports a command's result. Only the addressed screen may. */
  done(id: string, deviceId: string, ok: boolean, text: string): void {
    if (!this.#settle(id, deviceId, { state: ok ? 'done' : 'failed', text }))
      void this.#relay({ done: id, deviceId, ok, text })
  }

  /** Never fails: callers don't wait for it, and an unhandled error counts against the whole process. */
  async #relay(message: CommandMessage): Promise<boolean> {
    try {
      return await this.#options.relay(message)
    } catch {
      return false
    }
  }

  /** Handles a message of another process. */
  receive(message: CommandMessage): void {
    if ('command' in message) this.#deliver(message.deviceId, message.command)
    else
      this.#settle(message.done, message.deviceId, {
        state: message.ok ? 'done' : 'failed',
        text: message.text,
      })
  }

  close(): void {
    for (const { settle } of [...this.#waiting.values()]) settle({ state: 'unanswered', text: '' })
  }

  /** Sends to the newest stream only: an older one may be dead, and a command must not run twice. */
  #deliver(deviceId: string, command: Command): boolean {
    const stream = this.#options.streams.of(deviceId).at(-1)
    stream?.events.write(event('command', command))
    return stream?.events.isOpen ?? false
  }

  #settle(id: string, deviceId: string, result: CommandResult): boolean {
    const waiting = this.#waiting.get(id)
    if (waiting?.deviceId !== deviceId) return false
    waiting.settle(result)
    return true
  }
}
