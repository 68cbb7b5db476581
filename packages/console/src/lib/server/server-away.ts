import type { Call } from '@vitrine/contract/client'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { setServerWait } from './load-chunk.ts'
import { onUnreachable, send } from './transport.ts'

/** The retry interval while the server is unreachable, growing up to the maximum, in milliseconds. */
const AGAIN_MS = 1000
const AGAIN_MOST_MS = 8000

/** Timeout after which a server counts as unreachable, in milliseconds. */
const ANSWER_MS = 8000

const state = createStore<{ away: boolean }>(() => ({ away: false }))
let looking: Promise<void> | undefined

/** Whether the server failed to respond twice in a row; a single failed call proves nothing. */
export const useServerAway = (): boolean => useStore(state, ({ away }) => away)

/** Calls `listener` when the server responds again. Returns an unsubscribe function. */
export const onServerBack = (listener: () => void): (() => void) =>
  state.subscribe((now, before) => {
    if (before.away && !now.away) listener()
  })

function untilServerAnswers(): Promise<void> {
  looking ??= look().finally(() => {
    looking = undefined
  })
  return looking
}

/** Whether the server is reachable and its storage readable. */
const serverAnswers = (): Promise<boolean> =>
  send({ ...READY, signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  )
const READY: Call = {
  method: 'GET',
  path: '/ready?read',
  // A route outside the contract.
  route: { method: 'GET', path: '/ready', summary: '', who: 'public', response: 'file' },
}

async function look() {
  for (let tries = 0; !(await serverAnswers()); tries++) {
    state.setState({ away: true })
    await pause(Math.min(AGAIN_MOST_MS, AGAIN_MS * 2 ** tries) * (0.75 + Math.random() / 2))
  }
  state.setState({ away: false })
}

/** Resolves early when the browser reports that it is online. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    window.addEventListener('online', go)
  })

onUnreachable(() => void untilServerAnswers())
setServerWait(async () => {
  if (await serverAnswers()) return false
  await untilServerAnswers()
  return true
})
