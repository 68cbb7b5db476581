import type { Command } from '@vitrine/contract/player/commands'
import type { Api } from '#lib/api.ts'
import { newId } from '#lib/new-id.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { Channel } from './channel.ts'
import { describe, newConnection, untilOpen, withTimeout } from './connect.ts'
import { signalNeighbor } from './neighbor-calls.ts'

/** Timeout of each of the three steps of connecting. */
const STEP_MS = 8000
/**
 * The limit of connections to neighbors: the server assigns two at a time, and one that has just finished may still
 * be closing.
 */
const GIVE_MOST = 4

interface Options {
  api: Pick<Api, 'open'>
  clock: Pick<Clock, 'now'>
  give: (channel: Channel) => void
}

export type NeighborCommand = Extract<Command, { kind: 'has-file' | 'neighbor' }>
type Signal = Extract<NeighborCommand, { kind: 'neighbor' }>

/** WebRTC data channels to other screens, signaled through the server. */
export class Neighbors {
  readonly #giving = new Set<RTCPeerConnection>()
  readonly #calls = new Map<string, { from: string; answer: (description: string) => void }>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get isFree(): boolean {
    return this.#giving.size < GIVE_MOST
  }

  /** Opens a channel to a neighbor; rejects if a step times out. Closing the channel ends the connection. */
  async connect(to: string): Promise<Channel> {
    const { api, clock } = this.#options
    const call = newId(clock.now())
    const connection = newConnection()
    const channel = connection.createDataChannel('files')
    channel.binaryType = 'arraybuffer'
    const opened = untilOpen(channel)
    // Rejects when the connection is closed because another step failed.
    opened.catch(() => undefined)
    try {
      const description = await withTimeout(STEP_MS, describe(connection, 'offer'))
      const answered = new Promise<string>((answer) => this.#calls.set(call, { from: to, answer }))
      await withTimeout(STEP_MS, signalNeighbor(api, { to, call, type: 'offer', description }))
      const sdp = await withTimeout(STEP_MS, answered)
      await connection.setRemoteDescription({ type: 'answer', sdp })
      await withTimeout(STEP_MS, opened)
      channel.addEventListener('close', () => connection.close())
      return closing(channel, connection)
    } catch (error) {
      connection.close()
      throw error
    } finally {
      this.#calls.delete(call)
    }
  }

  /** Handles a neighbor's signaling message; returns the reason if it is refused. */
  take({ from, call, type, description }: Signal): string | undefined {
    if (type === 'answer') {
      const known = this.#calls.get(call)
      if (known?.from !== from) return 'Unknown connection'
      known.answer(description)
      return undefined
    }
    if (!this.isFree) return 'Busy'
    void this.#accept({ from, call, description })
    return undefined
  }

  close(): void {
    for (const connection of this.#giving) connection.close()
    this.#giving.clear()
  }

  async #accept({ from, call, description }: Pick<Signal, 'from' | 'call' | 'description'>): Promise<void> {
    const { api, give } = this.#options
    const connection = newConnection()
    this.#giving.add(connection)
    const end = () => {
      this.#giving.delete(connection)
      connection.close()
    }
    const opened = new Promise<void>((resolve) => {
      connection.ondatachannel = ({ channel }) => {
        channel.binaryType = 'arraybuffer'
        give(channel)
        channel.addEventListener('close', end)
        resolve()
      }
    })
    connection.onconnectionstatechange = () => connection.connectionState === 'failed' && end()
    const accepting = async () => {
      await connection.setRemoteDescription({ type: 'offer', sdp: description })
      const answer = await withTimeout(STEP_MS, describe(connection, 'answer'))
      await withTimeout(STEP_MS, signalNeighbor(api, { to: from, call, type: 'answer', description: answer }))
      await withTimeout(STEP_MS, opened)
    }
    await accepting().catch(end)
  }
}

/** Close the connection, too: otherwise the channel would stay half open on the other side. */
function closing(channel: RTCDataChannel, connection: RTCPeerConnection): Channel {
  const close = channel.close.bind(channel)
  channel.close = () => {
    close()
    setTimeout(() => connection.close(), 1000)
  }
  return channel
}
