import { Worker } from 'node:worker_threads'
import { rule } from '@vitrine/contract/rules'
import { invalid } from '#lib/errors.ts'
import { type HashCaller, HashQueue } from './hash-queue.ts'
import { isCommonPassword } from './weak-passwords.ts'

type Answer = { value: string | boolean } | { failure: string }

/** The server's own work: the first start and maintenance commands. */
export const OPERATOR: HashCaller = { owner: 'operator', known: true }

/** One per process, because there is one hashing thread. */
export const hashQueue = new HashQueue()

let thread: Worker | undefined

/**
 * Hashes on one low-priority thread, so that everyone else's requests go first, however many people log in at the same
 * time.
 */
const ask = <T>(caller: HashCaller, work: { password: string; stored?: string }): Promise<T> =>
  hashQueue.run(caller, () => {
    thread ??= startThread()
    const worker = thread
    return new Promise<T>((resolve, reject) => {
      const done = (answer: Answer) => {
        worker.off('error', failed)
        worker.unref()
        if ('failure' in answer) reject(new Error(answer.failure))
        else resolve(answer.value as T)
      }
      const failed = (error: Error) => {
        worker.off('message', done)
        reject(error)
      }
      worker.once('message', done)
      worker.once('error', failed)
      worker.ref()
      worker.postMessage(work)
    })
  })

function startThread(): Worker {
  const worker = new Worker(new URL('./passwords.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    env: {},
    execArgv: ['--no-warnings'],
  })
  worker.on('error', () => {
    thread = undefined
  })
  return worker
}

/**
 * Hashes a new password; throws INVALID under `password` for a common one. All stored passwords go through here, so no
 * route can forget the check.
 */
export async function hashPassword(password: string, caller: HashCaller): Promise<string> {
  if (isCommonPassword(password)) throw invalid({ password: rule('common') })
  return ask(caller, { password })
}

/** A hash that no password matches, with the same parameters as real ones (a test compares them). */
export const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$v58VPF/ThhBHmQ6aidQNNg$KNC/3ebvg+o1BxKF8BGYDBtcTwg4uCZ8Fb8QmCKgFR0'

/** Takes the same time without a stored hash, so that an unknown account is refused as slowly as a known one. */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  caller: HashCaller,
): Promise<boolean> {
  const matches = await ask<boolean>(caller, { password, stored: stored ?? DECOY })
  return matches && stored !== undefined
}
