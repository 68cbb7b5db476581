import { failureText } from './text/error-text.ts'
import type { TextKey } from './text/i18n.ts'
import { notify } from './toasts.ts'

/** Shows a negative toast, and returns its text for the place that shows the failure too. */
export function notifyFailure(error: unknown, failed?: TextKey): string {
  const message = failureText(error, failed)
  notify({ kind: 'negative', message })
  return message
}
