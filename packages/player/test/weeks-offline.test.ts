import type { ReportedAnswer } from '@vitrine/contract/api/data/answers'
import type { ReportedPlay } from '@vitrine/contract/api/screens/plays'
import { LiveData } from '@vitrine/widgets/live-data'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Connection } from '#downlink/connection.ts'
import { Library } from '#downlink/library.ts'
import { createMemoryStore } from '#downlink/stores/memory-store.ts'
import { ApiError } from '#lib/api.ts'
import { memoryState } from '#lib/state.ts'
import { Clock } from '#lib/time/clock.ts'
import { Playback } from '#schedule/playback.ts'
import { Director } from '#stage/director.ts'
import { keptPageOf } from '#stage/last-worked.ts'
import { ZoneContents } from '#stage/zone-contents.ts'
import { AnswerBook } from '#uplink/answers/answer-book.ts'
import { HeartbeatSender } from '#uplink/heartbeat.ts'
import { onStage } from '#uplink/on-stage.ts'
import { PlayBook } from '#uplink/play-book.ts'
import { Problems } from '#uplink/problems.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf, sha256, zonePage } from './content.ts'
import { partOf } from './protocol-server.ts'

const START = Date.parse('2026-03-10T05:30:00Z')
const DAY = 86_400
const WEEKS = 2
const PAGE_SECONDS = 300
beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(START)
})
afterEach(() => {
  // Restore first: some mocks wrap fake timers, and restoring them later would put the fakes over the real ones.
  vi.restoreAllMocks()
  vi.useRealTimers()
})
const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
const realTimer = setTimeout
/** Hashing ignores fake time: on a busy machine a few fake seconds pass before a hash is ready. */
async function advanceUntil(isTrue: () => boolean, seconds: number): Promise<void> {
  for (let second = 0; second < seconds && !isTrue(); second++) {
    await advance(1)
    await new Promise((go) => realTimer(go, 5))
  }
}

const large = Buffer.alloc(9_000_000, 7)
const media = { m: { sha256: sha256(large), size: large.length, mimetype: 'video/mp4' } }
const slots = [{ from: '09:00 AM', to: '10:00 AM', storyboardId: 'morning' }]
const story = (id: string, ...names: string[]) => ({
  id,
  items: names.map((name) => ({ page: colorPage(name, '#336699'), seconds: PAGE_SECONDS })),
})
const before = partOf(
  1,
  groupPart(contentOf([story('day', 'a', 'b'), story('morning', 'c')]), scheduleOf('day', { slots })),
)
const after = partOf(
  2,
  groupPart(
    contentOf([{ id: 'new', items: [{ page: zonePage('n', ['m']), seconds: PAGE_SECONDS }] }], media),
    scheduleOf('new'),
  ),
)

/** The server's side of every call, which can be unreachable. */
function network() {
  const server = { down: false, group: before, feed: 'old news' }
  const device = partOf(1, devicePart())
  const plays = new Map<string, ReportedPlay>()
  const answers = new Map<string, ReportedAnswer>()
  const told: string[] = []
  const froms: number[] = []
  // A shared error: capturing a stack for each call takes a quarter of the time.
  const away = new ApiError('No answer', 0)
  const reach = () => {
    if (server.down) throw away
  }
  const api = {
    async manifest() {
      reach()
      return { group: server.group, device, serverTime: Date.now() }
    },
    async stream(signal: AbortSignal) {
      reach()
      return new ReadableStream<Uint8Array>({
        start: (line) => signal.addEventListener('abort', () => line.error(new Error('cut'))),
      })
    },
    async file(_sha256: string, from: number) {
      reach()
      froms.push(from)
      let at = from
      const body = new ReadableStream<Uint8Array>({
        pull(line) {
          // The connection breaks in the middle of the file.
          if (from === 0 && at >= 5_000_000) {
            server.down = true
            return line.error(new Error('cut'))
          }
          const piece = large.subarray(at, at + 500_000)
          at += piece.length
          if (piece.length > 0) line.enqueue(new Uint8Array(piece))
          else line.close()
        },
      })
      const headers = { 'Content-Range': `bytes ${from}-${large.length - 1}/${large.length}` }
      return new Response(body, { status: from > 0 ? 206 : 200, headers })
    },
    async plays({ body: { plays: batch } }: { body: { plays: readonly ReportedPlay[] } }) {
      reach()
      for (const play of batch) plays.set(play.id, play)
      return { accepted: batch.length, refused: 0 }
    },
    async answers({ body: { answers: batch } }: { body: { answers: readonly ReportedAnswer[] } }) {
      reach()
      for (const answer of batch) answers.set(answer.id, answer)
      return { accepted: batch.length, refused: 0 }
    },
    async heartbeat({ body: { errors } }: { body: { errors: { text: string }[] } }) {
      reach()
      told.push(...errors.map(({ text }) => text))
      return { serverTime: Date.now(), tag: '' }
    },
    async beat() {
      reach()
      return { serverTime: Date.now(), tag: '', isKnown: true }
    },
    async data() {
      reach()
      return { title: server.feed, items: [] }
    },
  }
  return { server, api, plays, answers, told, froms }
}

it('PLAY-20 weeks without the server: playback, downloaded content, proof of play, answers, and feeds continue, through restarts', async () => {
  const { server, api, plays, answers, told, froms } = network()
  const [state, store] = [memoryState(), createMemoryStore()]
  const longest = { ms: 0 }
  const setTimer = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((call: () => void, ms = 0) => {
    longest.ms = Math.max(longest.ms, ms)
    return setTimer(call, ms)
  }) as typeof setTimeout)

  /** Starts a screen like `session.ts`, without what needs a browser. */
  async function start() {
    const clock = new Clock()
    const problems = new Problems(clock)
    const { report } = problems
    const onUnpaired = () => expect.unreachable()
    const library = new Library({ store, state, api, clock, report, onUnpaired })
    await library.open()
    const playback = new Playback(library, clock)
    const director = new Director({ library, playback, clock, report, worked: await keptPageOf(state) })
    const book = new PlayBook({ api, clock, state, report })
    const questions = new AnswerBook({ api, clock, state, report })
    const live = new LiveData({
      ask: api.data,
      kept: { get: state.get, set: (key, value) => state.set({ [key]: value }) },
    })
    const feed = live.feed('https://news.test/')
    feed.subscribe(() => undefined)
    const connection = new Connection({
      api,
      library,
      clock,
      report,
      onUnpaired,
      onCommand: () => undefined,
      onSource: () => {},
      onTime: () => undefined,
    })
    const heartbeat = new HeartbeatSender({
      api: api as never,
      clock,
      isConnected: () => false,
      onTag: () => undefined,
      problems,
      body: () => ({}) as never,
      spread: () => 0,
      identity: () => ({ name: '' }),
      onUnpaired,
      onPictures: () => undefined,
    })
    const zones = new ZoneContents()
    const painted = new Set<number>()
    const look = () => {
      for (const { id } of director.layers.get())
        if (!painted.has(id)) {
          painted.add(id)
          setTimeout(() => director.painted(id), 100)
        }
      book.show(director.front ? onStage(director.front, zones) : [])
    }
    director.layers.subscribe(look)
    look()
    const parts = [heartbeat, connection, live, questions, book, director, playback, library]
    return {
      library,
      playback,
      director,
      questions,
      feed,
      close() {
        book.show([])
        for (const part of parts) part.close()
      },
    }
  }

  let screen = await start()
  await advanceUntil(() => screen.director.front !== undefined && screen.feed.get() !== undefined, 120)
  expect([screen.director.front?.show.page.id, screen.feed.get()?.title]).toEqual(['a', 'old news'])
  server.group = after
  await advanceUntil(() => server.down, 300)
  expect([server.down, froms]).toEqual([true, [0]])

  const timers: number[] = []
  const mornings: (string | null)[] = []
  for (let day = 1; day <= WEEKS * 7; day++) {
    // Nine in the morning in the group's time zone is seven UTC.
    await advance((START + day * DAY * 1000 + 2 * 3_600_000 - Date.now()) / 1000)
    mornings.push(screen.playback.now.get().storyboardId)
    expect(screen.director.front?.show.page.id).toBe('c')
    await advance(7200)
    expect(screen.playback.now.get().storyboardId).toBe('day')
    expect(screen.feed.get()?.title).toBe('old news')
    await screen.questions.add(screen.director.front?.show.page as never, 'rating', 1 + (day % 5))
    timers.push(vi.getTimerCount())
    if (day % 7 === 0) {
      // A power cut, well after everything was stored.
      await advance(60)
      screen.close()
      screen = await start()
      await advance(60)
      expect(screen.feed.get()?.title).toBe('old news')
    }
  }
  expect(new Set(mornings)).toEqual(new Set(['morning']))
  expect(Math.max(...timers.slice(-7))).toBeLessThanOrEqual(Math.max(...timers.slice(0, 7)) + 2)
  expect(longest.ms).toBeLessThanOrEqual(3_600_000)
  expect(plays.size + answers.size).toBeLessThan(10)

  Object.assign(server, { down: false, feed: 'new news' })
  await advance(1800)
  // The download resumed where it was interrupted, and its content plays.
  expect(froms).toEqual([0, 4_000_000 + 1_000_000])
  expect((await store.list()).get(media.m.sha256)).toBe(large.length)
  expect([screen.director.front?.show.page.id, screen.feed.get()?.title]).toEqual(['n', 'new news'])
  expect(answers.size).toBe(WEEKS * 7)
  const list = [...plays.values()].filter(({ pageId }) => pageId !== 'n').sort((a, b) => a.from - b.from)
  const seen = list.reduce((sum, { from, to }) => sum + to - from, 0)
  const offline = Date.now() - START - 1800_000
  // Everything except what each power cut lost, at most ten minutes.
  expect(seen).toBeGreaterThan(offline - WEEKS * 660_000)
  expect(seen).toBeLessThanOrEqual(offline + 1800_000)
  for (const [index, { from }] of list.entries())
    expect(from).toBeGreaterThanOrEqual((list[index - 1]?.to ?? 0) - 1)
  expect(told.join()).toContain('No answer')
  screen.close()
}, 120_000)
