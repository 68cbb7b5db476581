import type { Conflict, ErrorBody, ErrorKey, UsedBy } from '@vitrine/contract/errors'

/**
 * A failed call. `status` 0: no answer arrived, because the server couldn't be reached or the time was up. `errors`: one
 * text per field of the body, by its path.
 */
export class VitrineError extends Error {
  override readonly name = 'VitrineError'
  readonly status: number
  readonly errKey: ErrorKey | undefined
  readonly errors: Record<string, string>
  /** With CONFLICT: who saved in the meantime. */
  readonly conflict: Conflict | undefined
  /** What uses the item that was to be deleted. */
  readonly usedIn: UsedBy[]

  constructor(status: number, { message, errKey, errors, conflict, usedIn }: ErrorBody, cause?: unknown) {
    super(message, { cause })
    this.status = status
    this.errKey = errKey
    this.errors = errors ?? {}
    this.conflict = conflict
    this.usedIn = usedIn ?? []
  }
}
