import { watchLimits } from '#lib/work/limit-watch.ts'
import type { FeedAnswer, FeedWork } from './api.ts'
import { readFeedText } from './feed-text.ts'

/** Limits of the whole process per feed: bytes of memory, and seconds of processor time. */
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
