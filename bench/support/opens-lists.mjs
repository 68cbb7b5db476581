// A user who opens a list every 50 ms, in a separate thread, to detect delays by the bench's load. Any message ends it;
// it returns each list's duration in ms.
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
  const started = performance.now()
  const answer = await fetch(`${url}/api/buildings?page=1`, { headers })
  await answer.json()
  waits.push(performance.now() - started)
  await setTimeout(50)
}
parentPort.postMessage(waits)
