import type { RowPaint } from '@vitrine/contract/document/rows/row-paint'
import type { RowLook } from '@vitrine/contract/fields/row-rules'
import type { SettingsOf } from '@vitrine/widgets/definitions'

export type Row = SettingsOf<'text'>['rows'][number]
/** A row as rules show it. */
export type LookedRow = Row & { look?: RowLook; paint?: RowPaint & { price: RowPaint } }

export const isFilled = ({ label, note, price }: Row): boolean => `${label}${note}${price}`.trim() !== ''
