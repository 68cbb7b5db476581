import type { Call } from '@vitrine/contract/client'
import { newId } from '#lib/browser/new-id.ts'

/** The number of remembered submissions; the oldest are dropped. */
const REMEMBERED = 50

/** Uploads name their submission explicitly, because their body can't be compared. */
export interface Submission extends Call {
  key?: string
}

/**
 * Assigns idempotency keys: a double click or a retry after a lost response repeats the same key. After a response,
 * the same content is a new submission.
 */
export class SubmissionKeys {
  readonly #open = new Map<string, string>()

  keyOf(call: Submission): string | undefined {
    if (call.method !== 'POST') return undefined
    if (call.key !== undefined || call.body instanceof FormData) return call.key
    const what = contentOf(call)
    const key = this.#open.get(what) ?? newId()
    // Reinsert to keep the map in order of use.
    this.#open.delete(what)
    this.#open.set(what, key)
    if (this.#open.size > REMEMBERED) for (const oldest of this.#open.keys()) return this.#drop(oldest, key)
    return key
  }

  answered(call: Submission): void {
    if (call.method === 'POST' && !(call.body instanceof FormData)) this.#open.delete(contentOf(call))
  }

  #drop(what: string, key: string): string {
    this.#open.delete(what)
    return key
  }
}

const contentOf = ({ path, body }: Call) => `${path}\n${JSON.stringify(body)}`
