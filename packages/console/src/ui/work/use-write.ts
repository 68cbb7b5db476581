import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { blocking } from '#lib/overlay.ts'
import { failureText } from '#lib/text/error-text.ts'
import type { TextKey } from '#lib/text/i18n.ts'
import { notify } from '#lib/toasts.ts'
import { useUndo } from './use-undo.ts'

interface Write<Input, Result> {
  write: (input: Input) => Promise<Result>
  /** The action's error message, such as `errors.createBuilding`. */
  failed?: TextKey
  /** What it did, below the toast's title. */
  done: TextKey | ((result: Result, input: Input) => string | Promise<string>)
  /** Queries to refetch. */
  invalidates?: readonly QueryKey[]
  /** Undoes it, if that is fully possible. */
  undo?: (input: Input, result: Result) => Promise<unknown>
  /** Whether there is anything to undo; true by default. */
  isUndoable?: (result: Result) => boolean
  /** Skips the overlay, because the work shows its own progress. */
  quiet?: boolean
}

/**
 * A write with overlay, toast and invalidation. Returns a function that throws `ApiError`, for a form that shows it
 * below its inputs or in the conflict box. For a plain button use `useAction`.
 */
export function useWrite<Input, Result>(options: Write<Input, Result>): (input: Input) => Promise<Result> {
  const client = useQueryClient()
  const { t } = useTranslation()
  const undoing = useUndo(options.invalidates ?? [])
  return async (input) => {
    try {
      const result = await (options.quiet ? options.write(input) : blocking(() => options.write(input)))
      for (const queryKey of options.invalidates ?? []) void client.invalidateQueries({ queryKey })
      const { done, isUndoable } = options
      const undo = isUndoable?.(result) === false ? undefined : options.undo
      notify({
        kind: 'positive',
        message: typeof done === 'function' ? await done(result, input) : t(done),
        undo: undo && undoing(() => undo(input, result)),
      })
      return result
    } catch (error) {
      notify({ kind: 'negative', message: failureText(error, options.failed) })
      throw error
    }
  }
}

/** A write for a button: returns whether it worked. */
export function useAction<Input, Result>(options: Write<Input, Result>): (input: Input) => Promise<boolean> {
  const write = useWrite(options)
  return (input) =>
    write(input).then(
      () => true,
      () => false,
    )
}
