import { PAIRING_MINUTES } from '@vitrine/contract/player/pairing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, type Claim, type Pairing } from '#lib/api.ts'
import { Clock } from '#lib/time/clock.ts'
import { type PairingState, pair } from './pair.ts'

let address = { hash: '', pathname: '/' }
beforeEach(() => {
  vi.useFakeTimers()
  address = { hash: '', pathname: '/' }
  vi.stubGlobal('location', address)
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, to: string) => {
      address.hash = to.startsWith('#') ? to : ''
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const CLAIM: Claim = { deviceId: 'd', token: 't', name: 'Lobby', organizationName: 'Acme' }
const SCREEN = {
  width: 1,
  height: 1,
  userAgent: '',
  playerVersion: '',
  storage: 'memory',
  touch: false,
} as const

/** A server whose clock is ahead by some `minutes`; `answer` resolves the long poll for a code. */
function serverOf(ahead = 0) {
  const clock = new Clock()
  const waiting = new Map<string, (answer: { claimed: Claim | null } | ApiError) => void>()
  let count = 0
  const state = { down: false }
  const hints: (string | undefined)[] = []
  const api = {
    startPairing: async ({ body }: { body: { hint?: string | undefined } }): Promise<Pairing> => {
      hints.push(body.hint)
      if (state.down) throw new ApiError('down', 0)
      const code = `CODE${++count}`
      return {
        code,
        secret: code,
        sign: { shape: 'star', colour: 'pink' },
        expiresAt: clock.now() + (ahead + PAIRING_MINUTES) * 60_000,
        consoleUrl: 'http://console',
        brand: null,
      }
    },
    awaitPairing: ({ body: { secret } }: { body: { secret: string } }) =>
      new Promise<{ claimed: Claim | null }>((resolve, reject) => {
        if (state.down) reject(new ApiError('down', 0))
        waiting.set(secret, (answer) => (answer instanceof ApiError ? reject(answer) : resolve(answer)))
      }),
  }
  const shown: PairingState[] = []
  const claimed = pair({ api, clock, screen: () => SCREEN, show: (each) => shown.push(each) })
  const codes = () => [...new Set(shown.flatMap((each) => (each.shown ? [each.shown.code] : [])))]
  return {
    state,
    claimed,
    hints,
    shown,
    codes,
    answer: (code: string, answer: { claimed: Claim | null } | ApiError) => waiting.get(code)?.(answer),
  }
}
const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('pairing', () => {
  it('keeps waiting when a request ends without an answer, and ends when the code is claimed', async () => {
    const server = serverOf()
    await advance(1)
    expect(server.codes()).toEqual(['CODE1'])
    server.answer('CODE1', { claimed: null })
    await advance(1)
    server.answer('CODE1', { claimed: CLAIM })
    expect(await server.claimed).toEqual(CLAIM)
  })

  it('sends its URL’s hint with every code, and drops it once claimed', async () => {
    address.hash = '#helper=7&hint=0123456789abcdef'
    const server = serverOf()
    await advance(15 * 60 + 1)
    expect(server.hints).toEqual(['0123456789abcdef', '0123456789abcdef'])
    expect(address.hash).toContain('hint=')
    server.answer('CODE2', { claimed: CLAIM })
    await server.claimed
    expect(address.hash).toBe('#helper=7')
    address.hash = '#hint=nonsense'
    const other = serverOf()
    await advance(1)
    expect(other.hints).toEqual([undefined])
  })

  it('shows a new code after a quarter of an hour, and still accepts the old one', async () => {
    const server = serverOf()
    await advance(15 * 60 + 1)
    expect(server.codes()).toEqual(['CODE1', 'CODE2'])
    server.answer('CODE1', { claimed: CLAIM })
    expect(await server.claimed).toEqual(CLAIM)
  })

  it.each([
    ['a month behind', 31 * 24 * 60],
    ['a month ahead', -31 * 24 * 60],
  ])('shows a code for the same time if its own clock is %s and not measured yet', async (_how, minutes) => {
    const server = serverOf(minutes)
    await advance(PAIRING_MINUTES * 60 - 1)
    expect(server.codes()).toEqual(['CODE1'])
    await advance(2)
    expect(server.codes()).toEqual(['CODE1', 'CODE2'])
  })

  it('shows a new code if the server has forgotten the old one', async () => {
    const server = serverOf()
    await advance(1)
    server.answer('CODE1', new ApiError('over', 404, 'NOT_FOUND'))
    await advance(2)
    expect(server.codes()).toEqual(['CODE1', 'CODE2'])
  })

  it('reports an unreachable server, and continues with the same code afterwards', async () => {
    const server = serverOf()
    await advance(1)
    server.state.down = true
    server.answer('CODE1', new ApiError('down', 0))
    await advance(1)
    expect(server.shown.at(-1)).toMatchObject({ connected: false, shown: { code: 'CODE1' } })
    server.state.down = false
    await advance(6)
    server.answer('CODE1', { claimed: null })
    await advance(1)
    expect(server.shown.at(-1)?.connected).toBe(true)
    expect(server.codes()).toEqual(['CODE1'])
  })
})
