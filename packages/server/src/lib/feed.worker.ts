import { parentPort } from 'node:worker_threads'
import { readFeedText } from './feed-text.ts'

parentPort?.on('message', ({ bytes, contentType }: { bytes: Uint8Array; contentType: string }) => {
  let answer: unknown
  try {
    answer = { feed: readFeedText(bytes, contentType) }
  } catch (error) {
    answer = { refused: (error as Error).message }
  }
  parentPort?.postMessage(answer)
})
