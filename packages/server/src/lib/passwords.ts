import { Worker } from 'node:worker_threads'

type Answer = { value: string | boolean } | { failure: string }

interface Asked {
  resolve: (value: never) => void
  reject: (error: Error) => void
}

let thread: Worker | undefined
/** In the order in which the thread answers. */
let asked: Asked[] = []

/**
 * One thread for all, of low priority: however many sign in together, they wait for each other, and everybody else's
 * requests go first.
 */
function ask<T>(work: { password: string; stored?: string }): Promise<T> {
  thread ??= start()
  const worker = thread
  return new Promise<T>((resolve, reject) => {
    asked.push({ resolve, reject })
    worker.ref()
    worker.postMessage(work)
  })
}

function start(): Worker {
  const worker = new Worker(new URL('./passwords.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    env: {},
    execArgv: ['--no-warnings'],
  })
  worker.on('message', (answer: Answer) => {
    const first = asked.shift()
    if (asked.length === 0) worker.unref()
    if ('failure' in answer) first?.reject(new Error(answer.failure))
    else first?.resolve(answer.value as never)
  })
  worker.on('error', (error) => {
    const lost = asked
    asked = []
    thread = undefined
    for (const { reject } of lost) reject(error)
  })
  return worker
}

export const hashPassword = (password: string): Promise<string> => ask({ password })

let decoy: Promise<string> | undefined

/** Without a stored hash it works just as long, so that an unknown account takes as long to refuse as a known one. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('no account has this').catch((error) => {
    decoy = undefined
    throw error
  })
  const against = stored ?? (await decoy)
  const matches = await ask<boolean>({ password, stored: against })
  return matches && stored !== undefined
}
