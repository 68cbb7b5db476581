import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Does work while a user opens lists in another thread. Returns its result, and the lists' durations in ms. */
export async function listsDuring({ url, token }, work) {
  const lists = new Worker(new URL('./opens-lists.mjs', import.meta.url), { workerData: { url, token } })
  try {
    const result = await work()
    lists.postMessage('over')
    const [waits] = await once(lists, 'message')
    return { result, waits }
  } finally {
    await lists.terminate()
  }
}
