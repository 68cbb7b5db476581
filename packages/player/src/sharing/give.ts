import type { FileStore } from '#downlink/stores/file-store.ts'
import { type Channel, MESSAGE_BYTES, type Request, readRequest } from './channel.ts'

/** The limit of bytes buffered in the browser. */
const WAITING_MAX = 1_000_000
/** The limit of queued requests; a neighbor sends four at a time. */
const REQUESTS_MAX = 8
/** A neighbor idle for this long has left. */
const IDLE_MS = 15_000

interface Options {
  store: Pick<FileStore, 'blob'>
  /** Waits for as long as the limiter requires for these bytes. */
  pace: (bytes: number) => Promise<void>
}

/** Serves a neighbor's requests until it leaves. An invalid request ends the connection. */
export function giveFiles(channel: Channel, { store, pace }: Options): void {
  const requests: Request[] = []
  let isGiving = false
  let kept: { sha256: string; blob: Blob | undefined } | undefined
  let idle = setTimeout(() => channel.close(), IDLE_MS)
  let resume: () => void = () => undefined
  channel.bufferedAmountLowThreshold = WAITING_MAX / 2
  channel.onbufferedamountlow = () => resume()
  channel.onclose = () => {
    clearTimeout(idle)
    requests.length = 0
    resume()
  }

  const give = async ({ sha256, from, to }: Request) => {
    if (kept?.sha256 !== sha256) kept = { sha256, blob: await store.blob(sha256) }
    const { blob } = kept
    if (!blob || to > blob.size) return channel.close()
    const bytes = await new Response(blob.slice(from, to)).arrayBuffer()
    for (let at = 0; at < bytes.byteLength; at += MESSAGE_BYTES) {
      const message = bytes.slice(at, at + MESSAGE_BYTES)
      await pace(message.byteLength)
      if (channel.bufferedAmount > WAITING_MAX)
        await new Promise<void>((resolve) => {
          resume = resolve
        })
      if (channel.readyState !== 'open') return
      channel.send(message)
    }
  }
  const giveAll = async () => {
    isGiving = true
    clearTimeout(idle)
    for (let next = requests.shift(); next && channel.readyState === 'open'; next = requests.shift())
      await give(next)
    isGiving = false
    idle = setTimeout(() => channel.close(), IDLE_MS)
  }
  channel.onmessage = ({ data }) => {
    const request = readRequest(data)
    if (!request || requests.length >= REQUESTS_MAX) return channel.close()
    requests.push(request)
    if (!isGiving) giveAll().catch(() => channel.close())
  }
}
