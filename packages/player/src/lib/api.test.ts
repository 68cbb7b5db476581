import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApi } from './api.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

const MANIFEST = JSON.stringify({
  group: { version: 1, hash: 'g', body: 'x'.repeat(300_000) },
  device: { version: 1, hash: 'd', body: '' },
  serverTime: 0,
})

/** A response that streams at a rate in bytes per second until it is canceled. */
function slowly(bytesASecond: number): void {
  const bytes = new TextEncoder().encode(MANIFEST)
  vi.stubGlobal('fetch', async (_address: string, { signal }: RequestInit) => {
    let at = 0
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const timer = setInterval(() => {
          controller.enqueue(bytes.slice(at, at + bytesASecond))
          at += bytesASecond
          if (at < bytes.length) return
          clearInterval(timer)
          controller.close()
        }, 1000)
        signal?.addEventListener('abort', () => {
          clearInterval(timer)
          controller.error(signal.reason)
        })
      },
    })
    return new Response(body)
  })
}

it('PLAY-19 a long manifest loads over a slow connection, but an endless one is aborted', async () => {
  const api = createApi('/api', () => 'token')
  // 64 kbit/s
  slowly(8000)
  const slow = api.manifest()
  await advance(60)
  expect((await slow)?.group.body).toHaveLength(300_000)
  slowly(1)
  const endless = api.manifest().catch((error: Error) => error.message)
  await advance(16)
  expect(await endless).toMatch(/abort/)
})

it('PLAY-18 a signal that outlives many calls retains none of them', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"claimed":null}'))
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  const api = createApi('/api', () => undefined)
  for (let count = 0; count < 100; count++) await api.awaitPairing({ body: { secret: 'secret' } }, { signal })
  expect(added).toHaveBeenCalledTimes(100)
  expect(removed.mock.calls).toEqual(added.mock.calls)
})

it('PLAY-02 fills in URL parameters, and rejects JSON of another server', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response('{"weather":null}')
  })
  const api = createApi('/api', () => 'token')
  await api.commandDone({ params: { commandId: 'c/1' }, body: { ok: true, text: '' } })
  await api.data('weather', { city: 'a:b' })
  expect(asked).toEqual(['/api/player/commands/c%2F1', '/api/player/data/weather?city=a%3Ab'])
  await expect(api.time()).rejects.toThrow('Not a Vitrine server')
  await expect(api.manifest()).rejects.toThrow('Not a Vitrine server')
})
