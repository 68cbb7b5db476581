import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { AppError } from '#lib/errors.ts'
import { ranOutOfTime, startKillable } from '#lib/work/killable.ts'
import { type Owner, type Turn, Turns } from '#lib/work/turns.ts'
import { framesIn, type PackageFacts, type UnpackMessage } from './unpack-frames.ts'

export type { PackageFacts } from './unpack-frames.ts'

/** Large packages take a while, mostly in the storage, so more slow ones may run next to the quick ones. */
const turns = new Turns({
  atOnce: 2,
  slowAfter: 1500,
  slowAtOnce: 4,
  stopAfter: 20_000,
  waitingEach: 20,
  waitingTogether: 60,
})
/** Milliseconds: without output, and in total. */
const SILENCE_LIMIT = 30_000
const TIME_LIMIT = 300_000
/** Maximum megabytes of JavaScript heap. */
const HEAP_LIMIT = 128

type Take = (key: string, content: AsyncIterable<Buffer>) => Promise<void>

/**
 * Unpacks a web package in a killable process, and passes each file's key and bytes to `take`, which must read them to
 * the end. Throws UNSUPPORTED_MEDIA with a message for people if the package can't be shown; the caller discards the
 * files passed so far. Throws TOO_MANY_REQUESTS if too much of this owner's work waits.
 */
export const unpackFile = (path: string, owner: Owner, take: Take): Promise<PackageFacts> =>
  unpackWith(new URL('./unpack.worker.ts', import.meta.url), path, owner, take)

/** The same for another kind of zip, by a worker that speaks in the same frames. */
export const unpackWith = <Facts>(worker: URL, path: string, owner: Owner, take: Take): Promise<Facts> =>
  turns.run(owner, (turn) => unpack<Facts>(worker, path, take, turn))

async function unpack<Facts>(
  worker: URL,
  path: string,
  take: Take,
  { signal, penalize }: Turn,
): Promise<Facts> {
  const child = startKillable(worker, { heap: HEAP_LIMIT, output: 'pipe' })
  let late = false
  const kill = () => {
    late = true
    child.kill('SIGKILL')
  }
  const deadline = setTimeout(kill, TIME_LIMIT)
  signal.addEventListener('abort', kill)
  child.once('exit', (_code, cause) => {
    late ||= ranOutOfTime(cause)
  })
  // The end of a dead process's output is handled below.
  child.on('error', () => child.kill('SIGKILL'))
  child.send({ path }, () => {})
  const frames = framesIn<Facts>(child.stdout as Readable)
  /** Reads the next frame with a timeout. Slow storage on our side doesn't count as silence. */
  const next = async (): Promise<UnpackMessage<Facts> | Buffer | undefined> => {
    const silence = setTimeout(kill, SILENCE_LIMIT)
    const { value } = await frames.next().finally(() => clearTimeout(silence))
    return value
  }
  try {
    let frame = await next()
    while (frame && !Buffer.isBuffer(frame) && 'entry' in frame) {
      let after: UnpackMessage<Facts> | Buffer | undefined
      const content = async function* () {
        for (after = await next(); Buffer.isBuffer(after); after = await next()) yield after
      }
      await take(frame.entry, content())
      frame = after
    }
    if (frame && !Buffer.isBuffer(frame) && 'facts' in frame) return frame.facts
    // Its output may end shortly before its exit is reported.
    if (!frame && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    signal.throwIfAborted()
    if (!isRefusal(frame)) penalize()
    throw new AppError('UNSUPPORTED_MEDIA', reasonOf(frame, late))
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', kill)
    child.kill('SIGKILL')
  }
}

const isRefusal = (frame: UnpackMessage<unknown> | Buffer | undefined): frame is { refused: string } =>
  frame !== undefined && !Buffer.isBuffer(frame) && 'refused' in frame

function reasonOf(frame: UnpackMessage<unknown> | Buffer | undefined, late: boolean): string {
  if (isRefusal(frame)) return frame.refused
  return late ? 'takes too long to unpack' : 'needs too much memory to unpack'
}
