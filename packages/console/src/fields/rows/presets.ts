import { columnKind } from '@vitrine/contract/document/rows/column-kind'
import type { RowContext } from '@vitrine/contract/document/rows/shown-rows'
import { textOf } from '@vitrine/contract/document/source-data'
import type { RowRule, RowRules, RowSort } from '@vitrine/contract/fields/row-rules'
import type { Sample } from './use-sample.ts'

/** Readable on light and dark pages. */
export const RED = '#e5484d'

/** What columns and cells are called in the languages of the console. */
const SOLD_OUT = /sold.?out|ausverkauft|vergriffen|[ée]puis|agotad|نفد|نفذ/i
const TARGET = /target|goal|plan|soll|ziel|objectif|cible|objetivo|meta|هدف/i
const YES = /^(?:yes|ja|oui|s[ií]|نعم|true|x|1|✓)$/i

export const PRESETS = ['soldOut', 'missed', 'today', 'best', 'own'] as const
export type Preset = (typeof PRESETS)[number]

/** Rules with those of a preset, as far as the columns allow a guess. */
export function withPreset(value: RowRules, preset: Preset, sample: Sample, context: RowContext): RowRules {
  if (preset === 'best') return { ...value, sort: [...(value.sort ?? []), best(sample, context)] }
  return { ...value, rules: [...(value.rules ?? []), RULES[preset](sample, context)] }
}

const firstOf = ({ columns }: Sample) => columns[0] ?? ''

const RULES: Readonly<Record<Exclude<Preset, 'best'>, (sample: Sample, context: RowContext) => RowRule>> = {
  soldOut: (sample) => {
    const look = { isStruck: true, isDim: true } as const
    const named = sample.columns.findIndex((column) => SOLD_OUT.test(column))
    if (named >= 0) {
      const cells = sample.rows.map((row) => textOf(row[named]).trim())
      const value = cells.find((cell) => YES.test(cell)) ?? cells.find((cell) => cell !== '') ?? ''
      const column = sample.columns[named] ?? ''
      const base = { column, by: 'text', value } as const
      return value === '' ? { ...base, operator: 'filled', look } : { ...base, operator: 'is', look }
    }
    const saying = sample.columns.findIndex((_, index) =>
      sample.rows.some((row) => SOLD_OUT.test(textOf(row[index]))),
    )
    const value = textOf(sample.rows.find((row) => SOLD_OUT.test(textOf(row[saying])))?.[saying])
    return {
      column: sample.columns[saying] ?? firstOf(sample),
      by: 'text',
      operator: 'contains',
      value,
      look,
    }
  },
  missed: (sample, context) => {
    const other = sample.columns.find((column) => TARGET.test(column))
    const column = numbersIn(sample, context).find((name) => name !== other) ?? firstOf(sample)
    const base = { column, by: 'number', operator: 'less', look: { color: RED, isBold: true } } as const
    return other === undefined ? { ...base, value: '100' } : { ...base, value: '', other }
  },
  today: (sample, context) => ({
    ...{ by: 'date', operator: 'isNot', value: 'today', hide: true },
    column: sample.columns.find((name) => columnKind(sample, name, context) === 'date') ?? firstOf(sample),
  }),
  own: (sample, context) => {
    const column = firstOf(sample)
    return {
      column,
      by: columnKind(sample, column, context),
      operator: 'is',
      value: '',
      look: { isBold: true },
    }
  },
}

const numbersIn = (sample: Sample, context: RowContext) =>
  sample.columns.filter((name) => columnKind(sample, name, context) === 'number')

function best(sample: Sample, context: RowContext): RowSort {
  const column = numbersIn(sample, context).at(-1) ?? firstOf(sample)
  return { column, by: columnKind(sample, column, context), descending: true }
}
