import { createHash, randomBytes } from 'node:crypto'
import type { ScreenConfiguration } from '@vitrine/contract/api/playback/manifest'
import type { FileSource } from '@vitrine/contract/api/screens/neighbors'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { download } from '#downlink/download.ts'
import { createMemoryStore } from '#downlink/stores/memory-store.ts'
import { Clock } from '#lib/time/clock.ts'
import { type Channel, MESSAGE_BYTES, REQUEST_BYTES, readRequest } from './channel.ts'
import { giveFiles } from './give.ts'
import { Sharing } from './sharing.ts'
import { takeFile } from './take-file.ts'

const SIZE = 2_500_000
const bytes = randomBytes(SIZE)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const file = { sha256, size: SIZE, mimetype: 'video/mp4' }
const ON: ScreenConfiguration = { orientation: 0, volume: 100, hours: null, shareFiles: true }

/** Both ends of a channel, without a network. `change`: modifies messages that arrive at the near end. */
function channelPair(change = (data: ArrayBuffer): ArrayBuffer | undefined => data): [Channel, Channel] {
  const end = (): Channel => ({
    ...{ readyState: 'open', bufferedAmount: 0, bufferedAmountLowThreshold: 0 },
    ...{ onmessage: null, onclose: null, onbufferedamountlow: null, send: () => {}, close: () => {} },
  })
  const [near, far] = [end(), end()]
  const arrive = (at: Channel, data: unknown) =>
    setTimeout(() => at.onmessage?.call(at as RTCDataChannel, { data } as MessageEvent))
  near.send = (data: unknown) => void arrive(far, data)
  far.send = (data: unknown) => {
    const changed = change(data as ArrayBuffer)
    if (changed) arrive(near, changed)
  }
  const close = () => {
    for (const each of [near, far]) {
      if (each.readyState === 'closed') continue
      Object.assign(each, { readyState: 'closed' })
      setTimeout(() => each.onclose?.call(each as RTCDataChannel, new Event('close')))
    }
  }
  near.close = close
  far.close = close
  return [near, far]
}

describe('a screen that shares files', () => {
  afterEach(() => void vi.useRealTimers())

  /** A screen with neighbors; `sources` are the server's consecutive answers. */
  function screen(sources: FileSource[], connect: (id: string) => Promise<Channel> | Channel) {
    const store = createMemoryStore()
    const questions: { got: number; holds: boolean; avoid: string[]; size: number }[] = []
    const served: number[] = []
    let silent = 0
    const problems: string[] = []
    const api = {
      open: async (_: unknown, { body }: { body?: unknown } = {}) => {
        questions.push(body as (typeof questions)[number])
        if (silent-- > 0) throw new TypeError('Failed to fetch')
        const source = (body as { holds: boolean }).holds
          ? { act: 'fetch' }
          : (sources.shift() ?? { act: 'fetch' })
        const nothing = () => undefined
        return { response: Response.json({ source }), extend: nothing, settle: nothing, end: nothing }
      },
      file: async (_: string, from: number) => {
        served.push(from)
        const headers = { 'Content-Range': `bytes ${from}-${SIZE - 1}/${SIZE}` }
        return new Response(bytes.subarray(from), { status: from ? 206 : 200, headers })
      },
    }
    const neighbors = {
      isFree: true,
      connect: async (id: string) => connect(id),
      take: () => undefined,
      close: () => undefined,
    }
    let configuration: ScreenConfiguration | undefined = ON
    const sharing = new Sharing({
      api: api as never,
      clock: new Clock(),
      store,
      configuration: () => configuration,
      report: (problem) => problems.push(problem),
      isAble: true,
      askAgainMs: 10,
      neighbors,
    })
    const { signal } = new AbortController()
    const bring = () =>
      sharing.bring(file, signal, (from) => download(file, store, from, signal, async () => false))
    const turnOff = () => {
      configuration = undefined
    }
    /** The next requests get no response. */
    const unanswered = (count: number) => {
      silent = count
    }
    return { sharing, store, bring, questions, served, problems, neighbors, turnOff, unanswered }
  }
  const take = (from: string): FileSource => ({ act: 'take', from })
  const keeper = async () => {
    const store = createMemoryStore()
    await store.finish(sha256, file.mimetype, new Blob([bytes]))
    return store
  }
  /** A neighbor that has the file. */
  const giving = async (change?: (data: ArrayBuffer) => ArrayBuffer | undefined) => {
    const [near, far] = channelPair(change)
    giveFiles(far, { store: await keeper(), pace: async () => undefined })
    return near
  }

  it('downloads a file from a neighbor, and reports that it has it', async () => {
    const { bring, store, served, questions } = screen([take('a')], () => giving())
    await bring()
    expect([...(await store.list())]).toEqual([[sha256, SIZE]])
    expect(served).toEqual([])
    expect(questions.at(-1)).toMatchObject({ holds: true })
  })

  it('falls back to the server after a wrong byte, and avoids that neighbor', async () => {
    let changed = 0
    const wrong = (data: ArrayBuffer) => {
      if (changed++ === 3) new Uint8Array(data).fill(0, 7, 20)
      return data
    }
    const { bring, store, served, questions, problems } = screen([take('bad')], () => giving(wrong))
    await bring()
    expect(await store.list()).toEqual(new Map([[sha256, SIZE]]))
    expect(served).toEqual([0])
    expect(problems.join()).toContain('Checksum mismatch')
    await store.remove(sha256)
    await bring()
    expect(questions.at(-2)?.avoid).toEqual(['bad'])
  })

  it('waits for its slot, or downloads from another neighbor, after wrong bytes', async () => {
    const tried: string[] = []
    const wrong = (data: ArrayBuffer) => {
      new Uint8Array(data).fill(0, 7, 20)
      return data
    }
    const sources: FileSource[] = [take('bad'), { act: 'wait', again: 10 }, take('good')]
    const { bring, store, served, questions } = screen(sources, (id) => {
      tried.push(id)
      return giving(id === 'bad' ? wrong : undefined)
    })
    await bring()
    expect([tried, served]).toEqual([['bad', 'good'], []])
    expect(questions.filter(({ avoid }) => avoid.includes('bad')).length).toBeGreaterThan(1)
    expect(await store.list()).toEqual(new Map([[sha256, SIZE]]))
    // A site full of such neighbors can't keep a screen from getting the file.
    const among = screen([take('a'), take('b'), take('c'), take('d')], () => giving(wrong))
    await among.bring()
    expect(among.served).toEqual([0])
  })

  it('continues at the server if a neighbor leaves or stalls', async () => {
    for (const leaves of [true, false]) {
      let messages = 0
      let near: Channel | undefined
      const stop = (data: ArrayBuffer) => {
        if (++messages < 20) return data
        if (leaves) near?.close()
        return undefined
      }
      const { bring, store, served } = screen([take('a')], async () => {
        near = await giving(stop)
        return near
      })
      const began = performance.now()
      await bring()
      expect(performance.now() - began).toBeLessThan(40_000)
      expect(await store.list()).toEqual(new Map([[sha256, SIZE]]))
      expect(served).toHaveLength(1)
      expect(served[0]).toBeGreaterThan(1_000_000)
    }
  })

  it('disconnects a neighbor that sends unrequested data', async () => {
    const [near, far] = channelPair()
    far.onmessage = () => {
      for (let n = 0; n < 100; n++) far.send(new ArrayBuffer(64_000))
    }
    const { bring, served, problems } = screen([take('loud')], () => near)
    await bring()
    // The bytes it had sent before were wrong, too.
    expect(served.at(-1)).toBe(0)
    expect(problems.join()).toContain('unrequested data')
    expect(near.readyState).toBe('closed')
  })

  it('tries neighbors until the server assigns it a slot', async () => {
    const tried: string[] = []
    const sources: FileSource[] = [take('a'), take('b'), { act: 'wait', again: 10 }, take('c')]
    const { bring, served, questions } = screen(sources, (id) => {
      tried.push(id)
      throw new Error('Neighbor: offline')
    })
    await bring()
    expect([tried, served]).toEqual([['a', 'b', 'c'], [0]])
    expect(questions[1]).toMatchObject({ avoid: ['a'], size: SIZE })
    expect(questions[4]?.avoid).toEqual(['a', 'b', 'c'])
  })

  it('asks a busy server again, and gives up waiting in the end', async () => {
    const { bring, served, unanswered } = screen([take('a')], () => giving())
    unanswered(2)
    await bring()
    expect(served).toEqual([])
    const alone = screen([], () => giving())
    alone.unanswered(4)
    await alone.bring()
    expect(alone.served).toEqual([0])
  })

  it('repeats a lost report that it has the file', async () => {
    const { bring, questions, unanswered } = screen([take('a')], () => {
      unanswered(1)
      return giving()
    })
    await bring()
    await vi.waitFor(() => expect(questions.slice(-2)).toMatchObject([{ holds: true }, { holds: true }]))
  })

  it('waits for the screen that is downloading the file from the server', async () => {
    const { bring, served } = screen(
      [{ act: 'wait', again: 10 }, { act: 'wait', again: 10 }, take('a')],
      () => giving(),
    )
    await bring()
    expect(served).toEqual([])
  })

  it('neither downloads from nor serves neighbors unless the configuration allows it', async () => {
    const { sharing, bring, served, questions, store, turnOff } = screen([take('a')], () => giving())
    await store.finish(sha256, file.mimetype, new Blob([bytes]))
    expect(await sharing.take({ kind: 'has-file', sha256, id: '1', expiresAt: 0 })).toBeUndefined()
    turnOff()
    await store.remove(sha256)
    await bring()
    expect([served, questions]).toEqual([[0], []])
    expect(await sharing.take({ kind: 'has-file', sha256, id: '1', expiresAt: 0 })).toMatch(/does not share/)
  })
})

describe('a requesting neighbor', () => {
  it('keeps at most four requests waiting, whatever arrives before it reads', async () => {
    const requests: { from: number; to: number }[] = []
    const [near] = channelPair()
    near.send = (text: unknown) => void requests.push(JSON.parse(String(text)))
    const size = 9.5 * REQUEST_BYTES
    const from = MESSAGE_BYTES / 2
    const reader = takeFile(near, { sha256, from, size }).getReader()
    // A stream starts a moment after it was made.
    await new Promise((resolve) => setTimeout(resolve))
    let read = from
    while (read < size) {
      const part = reader.read()
      // Requests follow each other without gaps, up to the window.
      for (const [index, { from: begin, to }] of requests.entries())
        expect([begin, to - begin <= REQUEST_BYTES]).toEqual([requests[index - 1]?.to ?? from, true])
      expect(requests.at(-1)?.to).toBeLessThan(read + 5 * REQUEST_BYTES)
      if (read === from) expect(requests.length).toBe(4)
      const data = new ArrayBuffer(Math.min(MESSAGE_BYTES, size - read))
      near.onmessage?.call(near as RTCDataChannel, { data } as MessageEvent)
      read += (await part).value?.length ?? Number.NaN
    }
    expect(requests.at(-1)?.to).toBe(size)
  })

  it('is disconnected for invalid requests and for files not stored here', async () => {
    for (const request of [
      '{}',
      `{"sha256":"${sha256}","from":0,"to":9000000}`,
      `{"sha256":"${sha256}","from":0,"to":9}`,
    ]) {
      const [near, far] = channelPair()
      giveFiles(far, { store: createMemoryStore(), pace: async () => undefined })
      near.send(request)
      await vi.waitFor(() => expect(near.readyState).toBe('closed'))
    }
  })

  it.each(['', 'null', '[]', `{"sha256":"..","from":0,"to":1}`, `{"sha256":"${sha256}","from":-1,"to":1}`])(
    '%s is no request',
    (text) => expect(readRequest(text)).toBeUndefined(),
  )
})
