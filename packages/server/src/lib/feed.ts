import { Worker } from 'node:worker_threads'
import { fetchPublic } from './egress.ts'
import type { FeedText } from './feed-text.ts'

const BYTES_MAX = 2 * 1024 * 1024
const READING_MAX = 5000
const THREADS = 2
/** Milliseconds. */
const IDLE_MAX = 30_000
/** Megabytes of a thread that reads one feed. */
const MEMORY_MAX = 96

/** Fetches a feed of the public internet, or of a host that the operator named, and reads it apart from the server. */
export async function fetchFeed(url: string, localHosts: readonly string[]): Promise<FeedText> {
  const { status, contentType, body } = await fetchPublic(url, {
    accept:
      'application/rss+xml, application/atom+xml, application/feed+json, application/json, text/xml, */*;q=0.1',
    maxBytes: BYTES_MAX,
    localHosts,
  })
  if (status !== 200) throw new Error(`The feed answered ${status}`)
  return readFeed(body, contentType)
}

const idle: Worker[] = []
const resting = new WeakMap<Worker, () => void>()
const waiting: (() => void)[] = []
let busy = 0

/**
 * In a thread apart, whose memory is limited and that is ended when it takes too long; a few at a time, the others
 * wait. Throws for what is no feed.
 */
export async function readFeed(bytes: Uint8Array, contentType: string): Promise<FeedText> {
  if (busy >= THREADS) await new Promise<void>((resolve) => waiting.push(resolve))
  else busy++
  try {
    return await ask(wake() ?? start(), { bytes: new Uint8Array(bytes), contentType })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}

/** An idle thread, taken out of its rest. */
function wake(): Worker | undefined {
  const worker = idle.at(-1)
  if (worker) resting.get(worker)?.()
  return worker
}

function start(): Worker {
  const worker = new Worker(new URL('./feed.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX, maxYoungGenerationSizeMb: 16 },
    env: {},
    execArgv: ['--no-warnings'],
  })
  worker.unref()
  return worker
}

function ask(worker: Worker, work: { bytes: Uint8Array; contentType: string }): Promise<FeedText> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer)
      worker.off('message', answered).off('error', failed).off('exit', ended)
    }
    const failed = (error: Error) => {
      settle()
      // What still comes of a thread that is being ended is nobody's concern.
      worker.on('error', () => {})
      void worker.terminate()
      reject(error)
    }
    const ended = () => failed(new Error('The feed takes more memory than it is given'))
    const answered = (answer: { feed: FeedText } | { refused: string }) => {
      settle()
      rest(worker)
      if ('feed' in answer) resolve(answer.feed)
      else reject(new Error(answer.refused))
    }
    const timer = setTimeout(() => failed(new Error('The feed takes too long to read')), READING_MAX)
    worker.on('message', answered).on('error', failed).on('exit', ended)
    worker.postMessage(work)
  })
}

/** Feeds follow each other in one thread; an idle one goes after a while. */
function rest(worker: Worker): void {
  const forget = () => {
    clearTimeout(timer)
    worker.off('error', forget).off('exit', forget)
    const index = idle.indexOf(worker)
    if (index >= 0) idle.splice(index, 1)
  }
  const timer = setTimeout(() => {
    forget()
    void worker.terminate()
  }, IDLE_MAX).unref()
  worker.on('error', forget).on('exit', forget)
  idle.push(worker)
  resting.set(worker, forget)
}
