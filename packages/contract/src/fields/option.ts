import type { Fields } from './field.ts'

/**
 * Describes the value of a field's option (`max`, `default` …) as data. The type of the description (`OptionValues`)
 * and the schema of descriptions that arrive in packages (`api/base/fields.ts`) are both derived from it.
 */
type OptionShape =
  | { is: 'text'; max: number }
  | { is: 'flag' }
  | { is: 'number'; min: number; max: number }
  | { is: 'count'; max: number }
  | { is: 'word'; words: readonly string[] }
  | { is: 'list'; of: Option; min: number; max: number }
  | { is: 'object'; of: Options }
  | { is: 'either'; of: readonly Option[] }
  | { is: 'fields' }

/** `T` is the type of the option's value; `holds` carries it and has no value itself. */
export type Option<T = unknown> = OptionShape & { optional?: true; holds?: T }
export type Options = { readonly [name: string]: Option }

export const text = (max: number): Option<string> => ({ is: 'text', max })
export const flag: Option<boolean> = { is: 'flag' }
export const number = (min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): Option<number> => ({
  is: 'number',
  min,
  max,
})
/** A whole number from 1. */
export const count = (max: number): Option<number> => ({ is: 'count', max })
export const oneOf = <const W extends string>(...words: readonly W[]): Option<W> => ({ is: 'word', words })
export const list = <T>(of: Option<T>, max: number, min = 0): Option<readonly T[]> => ({
  is: 'list',
  of,
  min,
  max,
})
export const object = <O extends Options>(of: O): Option<OptionValues<O>> => ({ is: 'object', of })
export const either = <A, B>(a: Option<A>, b: Option<B>): Option<A | B> => ({ is: 'either', of: [a, b] })
/** Nested fields, each with a value in every item. */
export const fields: Option<Fields> = { is: 'fields' }
export const optional = <T>(option: Option<T>): Option<T> & { optional: true } => ({
  ...option,
  optional: true,
})

type Held<O> = O extends Option<infer T> ? T : never
type OptionalNames<O> = { [K in keyof O]: O[K] extends { optional: true } ? K : never }[keyof O]
/** The type of a description with these options. */
export type OptionValues<O> = { -readonly [K in Exclude<keyof O, OptionalNames<O>>]: Held<O[K]> } & {
  -readonly [K in OptionalNames<O>]?: Held<O[K]>
}

export interface Choice<V extends string | number = string | number> {
  value: V
  label: string
}
export const choices = <V extends string | number>(value: Option<V>): Option<readonly Choice<V>[]> =>
  list(object({ value, label: text(200) }) as Option<Choice<V>>, 500)
