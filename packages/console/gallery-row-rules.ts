/** What ready-made packages get as `row-rules.js`: the rules for rows of the contract. */
export { rowPaint } from '@vitrine/contract/document/rows/row-paint'
export { shownRows } from '@vitrine/contract/document/rows/shown-rows'
export { hasRowRules, usesClock } from '@vitrine/contract/fields/row-rules'
