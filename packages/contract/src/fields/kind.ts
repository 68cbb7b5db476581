import type { ActionEntry } from '#fields/actions.ts'
import { isId } from '#id.ts'
import { type Rule, rule } from '#rules.ts'
import type { Fields } from './field.ts'
import type { Options, OptionValues } from './option.ts'
import type { FieldErrors, Values } from './values.ts'

type Scalar = string | number | boolean
/** Options that every field has. */
export interface Common {
  /** English label, the fallback for translations. */
  label: string
  help?: string
  required?: boolean
  /** Shows the field only while another field of the same level has this value. */
  when?: { field: string; is: Scalar }
}
/** A description with the options `O`, of any type. */
type Described<O> = O extends unknown ? Common & (string extends keyof O ? unknown : OptionValues<O>) : never

/** Applies an operation to nested fields, for kinds that contain them. */
type InForm<Answer> = (fields: Fields, values: Values) => Answer
/** Replaces actions, the media of a field, texts that people read, or the sides to which texts are aligned. */
export interface Replacement {
  action?: (entry: ActionEntry) => ActionEntry
  media?: (entries: readonly { mediaId: string }[]) => readonly unknown[]
  text?: (text: string) => string
  alignment?: (side: 'left' | 'center' | 'right') => 'left' | 'center' | 'right'
}

/** An input kind: its description's options `O` and what it does with its values `V`. One file in `kinds/` each. */
export interface Kind<O extends Options = Options, V = unknown> {
  /** Options beyond the common ones; one set for each form that a description may have. */
  options: readonly O[]
  /** The value of a field without a default. */
  empty(field: Described<O>): V
  /** The stored value if it passes `check`, or a repaired one; otherwise `undefined`. */
  read(field: Described<O>, stored: unknown, inForm: InForm<Values>): V | undefined
  /** Rule messages by path below the field, `''` for the field itself. */
  check(field: Described<O>, value: unknown, inForm: InForm<FieldErrors>): FieldErrors
  /** Ids of the media in a value. */
  media?(field: Described<O>, value: unknown, inForm: InForm<readonly string[]>): readonly string[]
  actions?(
    field: Described<O>,
    value: unknown,
    inForm: InForm<readonly ActionEntry[]>,
  ): readonly ActionEntry[]
  replace?(field: Described<O>, value: unknown, by: Replacement, inForm: InForm<Values>): unknown
}

export const noErrors: FieldErrors = {}
export const fieldError = (name: Rule, n?: number | string): FieldErrors => ({ '': rule(name, n) })
export const errorUnless = (ok: boolean, name: Rule, n?: number | string): FieldErrors =>
  ok ? noErrors : fieldError(name, n)

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
export const asNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
export const asFlag = (value: unknown): boolean | undefined =>
  typeof value === 'boolean'
    ? value
    : value === 'true' || value === 1
      ? true
      : value === 'false' || value === 0
        ? false
        : undefined
export const asId = (value: unknown): string | undefined => (isId(value) ? value : undefined)
export const asList = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined)

/** Errors of list items, each path preceded by the item's index. */
export function below(items: readonly FieldErrors[]): FieldErrors {
  const errors: FieldErrors = {}
  items.forEach((found, index) => {
    for (const [path, message] of Object.entries(found)) errors[joinPath(String(index), path)] = message
  })
  return errors
}
export const joinPath = (head: string, tail: string): string => (tail === '' ? head : `${head}.${tail}`)
