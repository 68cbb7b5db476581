import { sheetRows } from '@vitrine/contract/document/sheet-rows'
import type { SourceData } from '@vitrine/contract/document/source-data'
import { hasRowRules, type RowRules, usesClock } from '@vitrine/contract/fields/row-rules'
import { DAY, MINUTE } from '@vitrine/contract/schedule/time-zone'
import { searchKey } from '@vitrine/contract/search-key'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { Host } from '@vitrine/widgets/host'
import { useMemo } from 'react'
import { useBoundTexts } from '#lib/bound-text.ts'
import { useLazyPart } from '#lib/lazy-parts.ts'
import { useSource, useStep } from '#lib/live.ts'
import { isFilled, type LookedRow, type Row } from './filled-row.ts'

/** As many rows as a list can have. */
const MOST = 60

interface Colors {
  color: string
  priceColor: string
  ground: string
}

export interface ListRows {
  rows: readonly LookedRow[]
  /** Whether there are rows at all, if only hidden ones. */
  isList: boolean
}

/** The rows of a list: those of its data source, or the typed ones until it has loaded, as its rules show them. */
export function useRows(settings: SettingsOf<'text'>, colors: Colors, host: Host): ListRows {
  const { rows: typed, rules } = settings
  const name = String(settings.source ?? '')
  const data = useSource(useMemo(() => host.source(searchKey(name)), [name, host]))
  const sheet = name && data ? data : undefined
  const hasRules = hasRowRules(rules)
  const plain = useMemo(() => (sheet ? sheetRows(sheet, MOST) : typed), [sheet, typed])
  const ruled = useRuledRows(
    hasRules ? rules : NO_RULES,
    sheet,
    hasRules && !sheet ? typed : NO_ROWS,
    colors,
    host,
  )
  return { rows: hasRules ? ruled : plain, isList: plain.some(isFilled) }
}

const NO_RULES: RowRules = {}
const NO_ROWS: readonly Row[] = []

function useRuledRows(
  rules: RowRules,
  sheet: SourceData | undefined,
  typed: readonly Row[],
  { color, priceColor, ground }: Colors,
  host: Host,
): readonly LookedRow[] {
  const isRuled = hasRowRules(rules)
  const ruledRows = useLazyPart('ruledRows', isRuled)
  const cells = useBoundTexts(
    typed.flatMap(({ label, note, price }) => [label, note, price]),
    host,
  )
  const values = useBoundTexts(rules.rules?.map(({ value }) => value) ?? [], host)
  // Days without a year are those nearest to today.
  const now = useStep(host, isRuled ? (usesClock(rules) ? MINUTE : DAY) : 0)
  // Bound texts are a new list each time.
  const texts = JSON.stringify([cells, values])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `texts` has the cells and values
  return useMemo(() => {
    if (!isRuled || !ruledRows) return NO_ROWS
    const context = { now, timeZone: host.timeZone, locale: host.locale }
    const colors = { color, priceColor, ground }
    return ruledRows({ rules, values, sheet, typed, cells, context, colors }).slice(0, MOST)
  }, [isRuled, ruledRows, rules, sheet, typed, texts, now, color, priceColor, ground, host])
}
