// A user who opens a list every 50 ms, in a separate thread: the work of the bench must not delay it. Any message
// ends it; it answers how long each list took, in ms.
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { url, token } = workerData
const headers = { authorization: `Bearer ${token}` }
const waits = []
let isOver = false
once(parentPort, 'message').then(() => {
  isOver = true
})
while (!isOver) {
  const begun = performance.now()
  const answer = await fetch(`${url}/api/buildings?page=1`, { headers })
  await answer.json()
  waits.push(performance.now() - begun)
  await setTimeout(50)
}
parentPort.postMessage(waits)
