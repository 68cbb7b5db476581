import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { failureText } from '#lib/error-text.ts'
import type { TextKey } from '#lib/i18n.ts'
import { blocking } from '#lib/overlay.ts'
import { notify } from '#lib/toasts.ts'
import { ApiError } from '#lib/transport.ts'

interface Write<Input, Result> {
  write: (input: Input) => Promise<Result>
  /** The action's failure text, e.g. `errors.createBuilding`. */
  failed?: TextKey
  /** The message of success; the toast's title alone when absent. */
  done?: TextKey
  /** Lists and records that have changed by it. */
  invalidates?: readonly QueryKey[]
  /** Without the overlay: the work shows its own progress. */
  quiet?: boolean
}

/**
 * A call that changes something, with overlay, toast and refreshed lists. The answer is a function that throws
 * `ApiError`, which `EntityForm` puts under its inputs; for a plain button use `useAction`.
 */
export function useWrite<Input, Result>(options: Write<Input, Result>): (input: Input) => Promise<Result> {
  const client = useQueryClient()
  const { t } = useTranslation()
  return async (input) => {
    try {
      const result = await (options.quiet ? options.write(input) : blocking(() => options.write(input)))
      for (const queryKey of options.invalidates ?? []) void client.invalidateQueries({ queryKey })
      notify({ kind: 'positive', message: options.done && t(options.done) })
      return result
    } catch (error) {
      if (!belongsToFields(error)) notify({ kind: 'negative', message: failureText(error, options.failed) })
      throw error
    }
  }
}

/** The same for a button: the failure is told by the toast; answers whether it worked. */
export function useAction<Input, Result>(options: Write<Input, Result>): (input: Input) => Promise<boolean> {
  const write = useWrite(options)
  return (input) =>
    write(input).then(
      () => true,
      (error) => {
        if (belongsToFields(error)) notify({ kind: 'negative', message: failureText(error, options.failed) })
        return false
      },
    )
}

const belongsToFields = (error: unknown): boolean =>
  error instanceof ApiError && Object.keys(error.errors).length > 0
