import type { Call } from '@vitrine/contract/client'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { setServerWait } from './load-chunk.ts'
import { onUnreachable, send } from './transport.ts'

/** Milliseconds until the server is asked again: at first soon, then now and then. */
const AGAIN_MS = 1000
const AGAIN_MOST_MS = 8000

/** A server that says nothing for as long, in milliseconds, is away. */
const ANSWER_MS = 8000

const state = createStore<{ away: boolean }>(() => ({ away: false }))
let looking: Promise<void> | undefined

/** Whether the server was asked twice in a row and did not answer; one failed call proves nothing. */
export const useServerAway = (): boolean => useStore(state, ({ away }) => away)

/** Calls each time that the server answers again after it was away. Answers what ends it. */
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

/** Whether the server is reachable and can read stored data. */
const serverAnswers = (): Promise<boolean> =>
  send({ ...READY, signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  )
const READY: Call = {
  method: 'GET',
  path: '/ready?read',
  // Of the server itself, and not of the contract.
  route: { method: 'GET', path: '/ready', summary: '', who: 'public', response: 'file' },
}

async function look() {
  for (let tries = 0; !(await serverAnswers()); tries++) {
    state.setState({ away: true })
    await pause(Math.min(AGAIN_MOST_MS, AGAIN_MS * 2 ** tries) * (0.75 + Math.random() / 2))
  }
  state.setState({ away: false })
}

/** Ends early when the browser reports that the network is back. */
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
