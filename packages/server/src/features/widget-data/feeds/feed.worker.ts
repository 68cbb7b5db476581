import { watchLimits } from '#lib/work/limit-watch.ts'
import type { FeedAnswer, FeedWork } from './api.ts'
import { readFeedText } from './feed-text.ts'

/** Bytes of memory of the whole process, and seconds of processor time for one feed. */
const begin = watchLimits({ memory: 300 * 2 ** 20, cpu: 4 })

process.on('message', ({ bytes, contentType }: FeedWork) => {
  begin()
  process.send?.(answerTo(Buffer.from(bytes, 'base64'), contentType))
})
process.on('disconnect', () => process.exit())

function answerTo(bytes: Uint8Array, contentType: string): FeedAnswer {
  try {
    return { feed: readFeedText(bytes, contentType) }
  } catch (error) {
    return { refused: (error as Error).message }
  }
}
