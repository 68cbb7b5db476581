import { people } from '@vitrine/contract/api/people'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { eventParser } from '@vitrine/contract/server-events'
import { newId } from '#lib/browser/new-id.ts'
import { session } from '#lib/session/session.ts'
import { TabLeader, type TabMessage } from './tab-leader.ts'
import { ApiError, sendStream } from './transport.ts'

/**
 * Server-sent events. `hello`: a new connection, so anything may have changed. `edited`: records of these kinds
 * changed (`storyboards`, `devices`, …). `devices`: the current state of screens, some of which a user `edited`.
 */
export type WatchEvent =
  | { name: 'hello' }
  | { name: 'edited'; topics: string[] }
  | { name: 'devices'; devices: Device[]; edited: string[] }
type TabEvent = WatchEvent | { name: 'line'; open: boolean }

const CHANNEL = 'vitrine-watch'
/** The server sends something every 15 s. */
const SILENCE_MS = 40_000
const RETRY_MS = 1000
const RETRY_MOST_MS = 30_000

const listeners = new Set<(event: WatchEvent) => void>()
let isOpen = false

/** Calls `listener` for every event, whichever tab received it. Returns an unsubscribe function. */
export function onWatch(listener: (event: WatchEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the event stream is open; otherwise lists have to poll. */
export const isWatching = (): boolean => isOpen

/** Keeps the event stream open in one tab for all tabs. Returns a function that stops it. */
export function startWatch(): () => void {
  // Without BroadcastChannel every tab opens its own stream.
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : undefined
  const take = (event: TabEvent) => {
    if (event.name === 'line') isOpen = event.open
    else for (const listener of [...listeners]) listener(event)
  }
  let stop = () => {}
  const leader = new TabLeader<TabEvent>({
    id: newId(),
    say: (said) => channel?.postMessage(said),
    isHidden: () => document.hidden,
    onEvent: take,
    onLead: (leads) => {
      stop()
      stop = leads ? keepLine(send) : () => {}
    },
  })
  function send(event: TabEvent) {
    take(event)
    leader.send(event)
  }
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<TabMessage<TabEvent>>) => {
      leader.receive(data)
      // Tell a new tab that there already is a stream.
      if (data.kind === 'claim' && leader.leads) leader.send({ name: 'line', open: isOpen })
    }
  const leave = () => leader.close()
  window.addEventListener('pagehide', leave)
  return () => {
    window.removeEventListener('pagehide', leave)
    leader.close()
    stop()
    channel?.close()
    isOpen = false
  }
}

/** Opens the event stream and reopens it after failures, until stopped. */
function keepLine(send: (event: TabEvent) => void): () => void {
  const ended = new AbortController()
  void (async () => {
    for (let failures = 0; !ended.signal.aborted; ) {
      const cancel = new AbortController()
      const abort = () => cancel.abort()
      ended.signal.addEventListener('abort', abort)
      try {
        await readLine(cancel, (event) => {
          failures = 0
          if (event.name === 'hello') send({ name: 'line', open: true })
          send(event)
        })
      } catch (error) {
        // Logged out, or no permission: the next session starts over.
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return
      } finally {
        ended.signal.removeEventListener('abort', abort)
        send({ name: 'line', open: false })
      }
      await new Promise((resolve) =>
        setTimeout(resolve, Math.random() * Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** failures++)),
      )
    }
  })()
  return () => ended.abort()
}

async function readLine(cancel: AbortController, onEvent: (event: WatchEvent) => void): Promise<void> {
  if (!session.get().token) throw new ApiError(401)
  const { stream } = people.watch
  const body = await sendStream({
    method: stream.method,
    path: stream.path,
    route: stream,
    signal: cancel.signal,
  })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parse = eventParser(({ name, data }) => onEvent({ name, ...JSON.parse(data) } as WatchEvent))
  let silence: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      clearTimeout(silence)
      silence = setTimeout(() => cancel.abort(), SILENCE_MS)
      const { done, value } = await reader.read()
      if (done) return
      parse(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(silence)
  }
}
