import i18next from 'i18next'
import { ApiError } from '#lib/server/transport.ts'
import { notify } from '#lib/toasts.ts'
import type { TextKey } from './i18n.ts'

/** The reason of a failure, or `undefined` if unknown. */
export function reasonText(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.status === 0)
    return i18next.t(navigator.onLine === false ? 'failure.offline' : 'failure.unreachable')
  // Typed by the locale: an error key without a text is a compile error.
  if (error.errKey && error.errKey !== 'INTERNAL') return i18next.t(`errKey.${error.errKey}`)
  return proxyText(error)
}

/** The server's errors have keys; others are a proxy's, whose pages are for administrators. */
function proxyText({ status, errKey }: ApiError): string | undefined {
  if (errKey !== undefined) return undefined
  if (status === 413) return i18next.t('failure.proxyTooLarge')
  return status >= 502 && status <= 504 ? i18next.t('failure.proxyNoAnswer', { status }) : undefined
}

/** The message of a failed action: its own text, then the reason if known. */
export function failureText(error: unknown, failed: TextKey = 'failure.generic'): string {
  const reason = reasonText(error)
  const words = i18next.t(failed)
  return reason ? `${words}\n${reason}` : words
}

/**
 * The message of a failed deletion: for actions with the generic text, the error key's text alone; otherwise the
 * action's text, then the reason.
 */
export function deletionText(error: unknown, failed: TextKey = 'errors.delete'): string {
  const refused = failed === 'errors.delete' && error instanceof ApiError && error.status === 409
  return (refused && reasonText(error)) || failureText(error, failed)
}

/** Shows a negative toast, and returns its text for the place that shows the failure too. */
export function notifyFailure(error: unknown, failed?: TextKey): string {
  const message = failureText(error, failed)
  notify({ kind: 'negative', message })
  return message
}
