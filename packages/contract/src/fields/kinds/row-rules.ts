import { checkColor, readColor } from '#fields/color-value.ts'
import { asFlag, asList, asNumber, asText, below, errorUnless, fieldError, type Kind } from '#fields/kind.ts'
import { optional, text } from '#fields/option.ts'
import {
  CELL_KINDS,
  COLUMN_MAX,
  hasValue,
  LIMIT_MAX,
  OPERATORS_OF,
  type RowLook,
  type RowRule,
  type RowRules,
  type RowSort,
  RULE_VALUE_MAX,
  RULES_MAX,
  SORTS_MAX,
} from '#fields/row-rules.ts'
import type { FieldErrors, Values } from '#fields/values.ts'
import { isRecord } from '#record.ts'

/** `source`: the field beside it that selects the data source. `typed`: the one with the rows of a list without a source. */
const options = { source: text(64), typed: optional(text(64)) }

/** Rules for the rows of a data source. */
export const rowRules: Kind<typeof options, RowRules> = {
  options: [options],
  empty: () => ({}),
  read: (_field, stored) => (isRecord(stored) ? readRules(stored) : undefined),
  check: (_field, value) => (isRecord(value) ? checkRules(value) : fieldError('object')),
}

function readRules({ rules, sort, limit }: Values): RowRules {
  const [read, sorted] = [listOf(rules, RULES_MAX, readRule), listOf(sort, SORTS_MAX, readSort)]
  const most = asNumber(limit)
  return {
    ...(read.length > 0 && { rules: read }),
    ...(sorted.length > 0 && { sort: sorted }),
    ...(most !== undefined && most >= 1 && { limit: Math.min(LIMIT_MAX, Math.floor(most)) }),
  }
}

const listOf = <T>(stored: unknown, most: number, read: (entry: Values) => T | undefined): T[] =>
  (asList(stored) ?? [])
    .filter(isRecord)
    .flatMap((entry) => read(entry) ?? [])
    .slice(0, most)

const columnOf = (stored: unknown): string | undefined => {
  const name = asText(stored)?.trim()
  return name && name.length <= COLUMN_MAX ? name : undefined
}
const kindOf = (stored: unknown) => CELL_KINDS.find((kind) => kind === stored) ?? 'text'
const isOn = (stored: unknown): boolean => asFlag(stored) === true

function readSort({ column, by, descending }: Values): RowSort | undefined {
  const name = columnOf(column)
  if (name === undefined) return undefined
  return { column: name, by: kindOf(by), ...(isOn(descending) && { descending: true }) }
}

/** A rule that says something else than it did would be worse than none: unknown operators drop it. */
function readRule({ column, by, operator, value, other, hide, look }: Values): RowRule | undefined {
  const name = columnOf(column)
  const kind = kindOf(by)
  const known = OPERATORS_OF[kind].find((one) => one === operator)
  if (name === undefined || known === undefined) return undefined
  const compared = columnOf(other)
  const read = isRecord(look) ? readLook(look) : {}
  return {
    ...{ column: name, by: kind, operator: known },
    value: hasValue(known) ? (asText(value) ?? '').slice(0, RULE_VALUE_MAX) : '',
    ...(compared !== undefined && hasValue(known) && { other: compared }),
    ...(isOn(hide) && { hide: true }),
    ...(Object.keys(read).length > 0 && { look: read }),
  }
}

const COLOR = { allowEmpty: true }

function readLook({ color, background, isBold, isStruck, isDim }: Values): RowLook {
  const [ink, ground] = [readColor(color, COLOR), readColor(background, COLOR)]
  return {
    ...(ink && { color: ink }),
    ...(ground && { background: ground }),
    ...(isOn(isBold) && { isBold: true }),
    ...(isOn(isStruck) && { isStruck: true }),
    ...(isOn(isDim) && { isDim: true }),
  }
}

function checkRules({ rules = [], sort = [], limit }: Values): FieldErrors {
  const [list, sorted] = [asList(rules), asList(sort)]
  if (!list || !sorted) return fieldError('list')
  if (list.length > RULES_MAX) return fieldError('max_value', RULES_MAX)
  if (sorted.length > SORTS_MAX) return fieldError('max_value', SORTS_MAX)
  if (limit !== undefined) {
    const most = asNumber(limit)
    if (most === undefined || !Number.isInteger(most)) return fieldError('numeric')
    if (most < 1) return fieldError('min_value', 1)
    if (most > LIMIT_MAX) return fieldError('max_value', LIMIT_MAX)
  }
  return {
    ...prefixed('rules', below(list.map(checkRule))),
    ...prefixed('sort', below(sorted.map((entry) => checkColumn(isRecord(entry) ? entry.column : '')))),
  }
}

const prefixed = (head: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [`${head}.${path}`, message]))

function checkColumn(column: unknown): FieldErrors {
  const name = asText(column)
  if (!name?.trim()) return fieldError('required')
  return errorUnless(name.length <= COLUMN_MAX, 'max', COLUMN_MAX)
}

function checkRule(entry: unknown): FieldErrors {
  if (!isRecord(entry)) return fieldError('required')
  const { column, by, operator, value = '', other, look } = entry
  const operators: readonly unknown[] = OPERATORS_OF[kindOf(by)]
  if (!operators.includes(operator)) return fieldError('one_of', operators.join(', '))
  const texts = asText(value)
  if (texts === undefined) return fieldError('text')
  if (texts.length > RULE_VALUE_MAX) return fieldError('max', RULE_VALUE_MAX)
  const wrong = [checkColumn(column), other === undefined ? {} : checkColumn(other)].find(hasErrors)
  if (wrong) return wrong
  const { color = '', background = '' } = isRecord(look) ? look : {}
  return [checkColor(color, COLOR), checkColor(background, COLOR)].find(hasErrors) ?? {}
}
const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0
