import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import { PAIRING_MINUTES } from '@vitrine/contract/player/pairing'
import { type Api, ApiError, type Claim, type Pairing } from '#lib/api.ts'
import { retryDelay } from '#lib/retry.ts'
import { sleep } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'

/** The server answers a long poll after about 25 s. */
const LONG_POLL_MS = 40_000

export interface PairingState {
  /** The code to show; null until the server has issued one. */
  shown: (Pairing & { shownAt: number }) | null
  connected: boolean
}

interface Options {
  api: Pick<Api, 'startPairing' | 'awaitPairing'>
  clock: Clock
  screen: () => ScreenFacts
  show: (state: PairingState) => void
}

/** Shows codes, a new one whenever the old one expires, until one is claimed. */
export async function pair({ api, clock, screen, show }: Options): Promise<Claim> {
  const ended = new AbortController()
  let state: PairingState = { shown: null, connected: true }
  const update = (change: Partial<PairingState>) => {
    state = { ...state, ...change }
    if (!ended.signal.aborted) show(state)
  }
  update({})

  return new Promise((resolve) => {
    const claimed = (claim: Claim) => {
      if (ended.signal.aborted) return
      ended.abort()
      dropHint()
      resolve(claim)
    }
    void keepShowing()

    async function keepShowing() {
      for (let failures = 0; !ended.signal.aborted; ) {
        try {
          const pairing = await api.startPairing({ body: { screen: screen(), hint: hintOf() } })
          failures = 0
          update({ shown: { ...pairing, shownAt: clock.now() }, connected: true })
          // A local timer, because this clock may be wrong by months and not measured yet.
          const over = await Promise.race([wait(pairing.secret), sleep(PAIRING_MINUTES * 60_000)])
          if (over === 'over') await sleep(retryDelay(0))
        } catch {
          update({ connected: false })
          await sleep(retryDelay(failures++, { cap: 15_000 }))
        }
      }
    }

    /** Continues after a newer code is shown: a user may be typing the old one. */
    async function wait(secret: string): Promise<'over'> {
      for (let failures = 0; !ended.signal.aborted; ) {
        try {
          const { claimed: claim } = await api.awaitPairing(
            { body: { secret } },
            { signal: ended.signal, timeout: LONG_POLL_MS },
          )
          failures = 0
          update({ connected: true })
          if (claim) claimed(claim)
        } catch (error) {
          if (ended.signal.aborted) break
          if (error instanceof ApiError && error.status === 404) return 'over'
          update({ connected: false })
          await sleep(retryDelay(failures++, { cap: 5000 }))
        }
      }
      return 'over'
    }
  })
}

const said = () => new URLSearchParams(location.hash.slice(1))

/** The hint by which the console that created this page's link finds the screen. */
function hintOf(): string | undefined {
  const hint = said().get('hint') ?? ''
  return /^[\da-f]{16}$/.test(hint) ? hint : undefined
}

/** A later reload must not include it, because the screen has been found. */
function dropHint(): void {
  const rest = said()
  rest.delete('hint')
  const text = `${rest}`
  if (text !== location.hash.slice(1))
    history.replaceState(history.state, '', text ? `#${text}` : location.pathname)
}
