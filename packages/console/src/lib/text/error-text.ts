import i18next from 'i18next'
import { ApiError } from '#lib/server/transport.ts'
import type { TextKey } from './i18n.ts'

/** Words for what went wrong, or `undefined` when nothing more is known than that it failed. */
export function reasonText(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.status === 0)
    return i18next.t(navigator.onLine === false ? 'failure.offline' : 'failure.unreachable')
  // Typed by the locale: an error key without words does not compile.
  if (error.errKey && error.errKey !== 'INTERNAL') return i18next.t(`errKey.${error.errKey}`)
  return undefined
}

/** One message for a failed action: what failed in the action's own words, then why where that is known. */
export function failureText(error: unknown, failed: TextKey = 'failure.generic'): string {
  const reason = reasonText(error)
  const words = i18next.t(failed)
  return reason ? `${words}\n${reason}` : words
}

/**
 * For deletions. Where an action has the generic text, a refusal shows the words of its error key alone; an action with
 * a text of the call comes first, then the reason.
 */
export function deletionText(error: unknown, failed: TextKey = 'errors.delete'): string {
  const refused = failed === 'errors.delete' && error instanceof ApiError && error.status === 409
  return (refused && reasonText(error)) || failureText(error, failed)
}
