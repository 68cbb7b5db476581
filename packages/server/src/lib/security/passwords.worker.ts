import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

/** Argon2id, OWASP's second recommended set: 19 MiB, two passes. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// On Linux this affects only this thread; elsewhere it would affect the whole server.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

parentPort?.on('message', ({ password, stored }: { password: string; stored?: string }) => {
  let answer: unknown
  try {
    answer = { value: stored === undefined ? hashSync(password, OPTIONS) : verifySync(stored, password) }
  } catch (error) {
    answer = { failure: (error as Error).message }
  }
  parentPort?.postMessage(answer)
})
