import { TagsInput } from '@mantine/core'
import { get, useFormState } from 'react-hook-form'
import { useRuleText } from '#ui/form/rule-text.ts'
import type { FieldProps } from './use-text-field.ts'
import { useValueField } from './use-value-field.ts'

const SEPARATORS = [',', ';', '\n'] as const
const splitAt = (separators: RegExp, entry: string): string[] =>
  entry
    .split(separators)
    .map((part) => part.trim())
    .filter(Boolean)

interface TagsFieldProps extends FieldProps {
  maxTags?: number
  /** Allows spaces in entries, as in phone numbers. */
  hasBlanks?: boolean
}

/**
 * A list of short texts, each ended by Enter, a comma, or a space; pasted lists are split. Backspace removes the last
 * one.
 */
export function TagsField({ maxTags, placeholder, hasBlanks = false, ...field }: TagsFieldProps) {
  const { shared, value, onChange } = useValueField(field)
  const entries = Array.isArray(value) ? (value as string[]) : []
  const wrong = useEntryError(field.name, entries)
  const separators = hasBlanks ? /[,;\n]/ : /[,;\s]/
  return (
    <TagsInput
      {...shared}
      error={shared.error ?? wrong}
      value={entries}
      // The library doesn't split input that is added on blur.
      onChange={(next) => onChange([...new Set(next.flatMap((entry) => splitAt(separators, entry)))])}
      maxTags={maxTags}
      placeholder={entries.length > 0 ? undefined : placeholder}
      splitChars={hasBlanks ? [...SEPARATORS] : [...SEPARATORS, ' ']}
      acceptValueOnBlur
    />
  )
}

/** The error of the first invalid entry, including the entry: the label covers all of them. */
function useEntryError(name: string, entries: readonly string[]): string | undefined {
  const { errors } = useFormState({ name })
  const toText = useRuleText()
  const found = get(errors, name) as readonly ({ message?: string } | undefined)[] | undefined
  const index = Array.isArray(found) ? found.findIndex((error) => error?.message) : -1
  const message = found?.[index]?.message
  if (message === undefined) return undefined
  const entry = entries[index] ?? ''
  const text = toText(message, entry)
  return text.includes(entry) ? text : `${entry}: ${text}`
}
