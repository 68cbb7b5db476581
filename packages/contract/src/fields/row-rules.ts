/**
 * Rules for the rows of lists and tables, as data: which rows look different or are left out, their order, and how many are
 * shown. `document/rows/shown-rows.ts` applies them.
 */

/** How cells are compared. */
export const CELL_KINDS = ['text', 'number', 'date', 'time'] as const
export type CellKind = (typeof CELL_KINDS)[number]

export const ROW_OPERATORS = [
  ...(['is', 'isNot', 'contains', 'lacks', 'begins'] as const),
  ...(['less', 'atMost', 'more', 'atLeast'] as const),
  ...(['empty', 'filled'] as const),
] as const
export type RowOperator = (typeof ROW_OPERATORS)[number]

const EVERYWHERE = ['is', 'isNot', 'empty', 'filled'] as const
const ORDERED: readonly RowOperator[] = [...EVERYWHERE, 'less', 'atMost', 'more', 'atLeast']
/** The operators of each kind. */
export const OPERATORS_OF: Readonly<Record<CellKind, readonly RowOperator[]>> = {
  text: [...EVERYWHERE, 'contains', 'lacks', 'begins'],
  number: ORDERED,
  date: ORDERED,
  time: ORDERED,
}
/** Whether an operator compares with a value. */
export const hasValue = (operator: RowOperator): boolean => operator !== 'empty' && operator !== 'filled'

/** How a row looks; what is absent stays as the widget draws it. */
export interface RowLook {
  color?: string
  background?: string
  isBold?: true
  isStruck?: true
  isDim?: true
}

export interface RowRule {
  /** Compared by `searchKey`; without such a column, the rule changes nothing. */
  column: string
  by: CellKind
  operator: RowOperator
  /**
   * A text, which may refer to a value of the screen; for dates also `today` and `today+7` (days), for times `now` and `now-30`
   * (minutes).
   */
  value: string
  /** Compares with the cell of this column in the same row instead. */
  other?: string
  /** Leaves the row out. */
  hide?: true
  look?: RowLook
}

export interface RowSort {
  column: string
  by: CellKind
  descending?: true
}

/** What is absent changes nothing. */
export interface RowRules {
  rules?: readonly RowRule[]
  /** By the first column, equal rows by the second. Rows without a value are last. */
  sort?: readonly RowSort[]
  /** The most rows. */
  limit?: number
}

export const RULES_MAX = 20
export const SORTS_MAX = 5
export const LIMIT_MAX = 1000
export const COLUMN_MAX = 200
export const RULE_VALUE_MAX = 500

/** Whether rules change anything. */
export const hasRowRules = ({ rules = [], sort = [], limit }: RowRules): boolean =>
  rules.length > 0 || sort.length > 0 || limit !== undefined

const MOMENT: Readonly<Partial<Record<CellKind, RegExp>>> = {
  date: /^today(?:\s*([+-])\s*(\d{1,4}))?$/i,
  time: /^now(?:\s*([+-])\s*(\d{1,4}))?$/i,
}
/** Days from today, or minutes from now; undefined for other values. */
export function shiftOf(by: CellKind, value: string): number | undefined {
  const found = MOMENT[by]?.exec(value.trim())
  return found ? Number(`${found[1] ?? '+'}${found[2] ?? 0}`) : undefined
}

/** Whether what rules show changes with the clock. */
export const usesClock = ({ rules = [] }: RowRules): boolean =>
  rules.some(({ by, value, other }) => other === undefined && shiftOf(by, value) !== undefined)
