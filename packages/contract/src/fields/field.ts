import type { Common } from './kind.ts'
import type { LetterSettings } from './kinds/font-settings.ts'
import type { KINDS } from './kinds.ts'
import type { OptionValues } from './option.ts'

/**
 * The form language: settings of widgets, cards and packages described as plain data, because descriptions are stored,
 * checked on the server and arrive inside uploaded packages. `kinds.ts` lists the input kinds, `values.ts` reads and
 * checks what people enter.
 */

type Kinds = typeof KINDS
export type FieldType = keyof Kinds
type OptionsOf<T extends FieldType> = Kinds[T]['options'][number]
type Described<T, O> = O extends unknown ? Common & { type: T } & OptionValues<O> : never
/** The description of a field of one kind. */
export type FieldOf<T extends FieldType> = Described<T, OptionsOf<T>>
export type Field = { [T in FieldType]: FieldOf<T> }[FieldType]
export interface Fields {
  readonly [name: string]: Field
}

/** The value of a field of one kind. */
export type KindValue<T extends FieldType> = ReturnType<Kinds[T]['empty']>
/** Without a default, the value is `''` until something is chosen. */
type OrNone<F, V> = F extends { default: unknown } ? V : V | ''
type Chosen<F> = F extends { lookup: string }
  ? F extends { default: number }
    ? number
    : string
  : F extends { options: readonly { value: infer V }[] }
    ? V
    : string | number
/** A value as narrow as its description allows. */
type ValueOf<F> = F extends { type: 'textbox' }
  ? F extends { format: 'numeric' }
    ? number
    : string
  : F extends { type: 'font-settings'; lettersOnly: true }
    ? LetterSettings
    : F extends { type: 'lookup' | 'radio' }
      ? OrNone<F, Chosen<F>>
      : F extends { item: infer I }
        ? ValuesOf<I>[]
        : F extends { type: infer T extends FieldType }
          ? KindValue<T>
          : never
/** The values that a form of these fields holds, as `readValues` returns them. */
export type ValuesOf<F> = { -readonly [K in keyof F]: ValueOf<F[K]> }
