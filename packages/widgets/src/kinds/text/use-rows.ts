import { shownRows } from '@vitrine/contract/document/rows/shown-rows'
import { isNamed, lineOf, sheetRows, TYPED_COLUMNS } from '@vitrine/contract/document/sheet-rows'
import type { SourceData } from '@vitrine/contract/document/source-data'
import { hasRowRules, type RowRules, usesClock } from '@vitrine/contract/fields/row-rules'
import { DAY, MINUTE } from '@vitrine/contract/schedule/time-zone'
import { searchKey } from '@vitrine/contract/search-key'
import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { Host } from '@vitrine/widgets/host'
import { useMemo, useSyncExternalStore } from 'react'
import { useBoundTexts } from '#lib/bound-text.ts'
import { useSource } from '#lib/live.ts'
import { isFilled, type LookedRow, type Row } from './filled-row.ts'

/** As many rows as a list can have. */
const MOST = 60

export interface ListRows {
  rows: readonly LookedRow[]
  /** Whether there are rows at all, if only hidden ones. */
  isList: boolean
}

/** The rows of a list: those of its data source, or the typed ones until it has loaded, as its rules show them. */
export function useRows(settings: SettingsOf<'text'>, host: Host): ListRows {
  const { rows: typed, rules } = settings
  const name = String(settings.source ?? '')
  const data = useSource(useMemo(() => host.source(searchKey(name)), [name, host]))
  const sheet = name && data ? data : undefined
  const hasRules = hasRowRules(rules)
  const plain = useMemo(() => (sheet && !hasRules ? sheetRows(sheet, MOST) : typed), [sheet, hasRules, typed])
  const ruled = useRuledRows(hasRules ? rules : NO_RULES, sheet, hasRules && !sheet ? typed : NO_ROWS, host)
  const rows = hasRules ? ruled : plain
  return {
    rows,
    isList: hasRules ? (sheet?.rows.some(isNamed) ?? typed.some(isFilled)) : rows.some(isFilled),
  }
}

const NO_RULES: RowRules = {}
const NO_ROWS: readonly Row[] = []

function useRuledRows(
  rules: RowRules,
  sheet: SourceData | undefined,
  typed: readonly Row[],
  host: Host,
): readonly LookedRow[] {
  const cells = useBoundTexts(
    typed.flatMap(({ label, note, price }) => [label, note, price]),
    host,
  )
  const values = useBoundTexts(rules.rules?.map(({ value }) => value) ?? [], host)
  const now = useStep(host, hasRowRules(rules) ? (usesClock(rules) ? MINUTE : DAY) : 0)
  // As text: what is bound is a new list with each change of any source.
  const [cellKey, valueKey] = [JSON.stringify(cells), JSON.stringify(values)]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are the texts
  return useMemo(() => {
    if (!hasRowRules(rules)) return NO_ROWS
    const filled = rules.rules?.map((rule, index) => ({ ...rule, value: values[index] ?? '' }))
    const asked = { ...rules, ...(filled && { rules: filled }) }
    const context = { now, timeZone: host.timeZone, locale: host.locale }
    if (sheet) {
      const line = lineOf(sheet)
      const shown = shownRows({ ...sheet, rows: sheet.rows.filter(isNamed) }, asked, context)
      return shown.slice(0, MOST).map(({ row, look }) => ({ ...line(row), look }))
    }
    const rows = typed.map((_, index) => cells.slice(index * 3, index * 3 + 3))
    return shownRows({ columns: [...TYPED_COLUMNS], rows }, asked, context).flatMap(({ index, look }) => {
      const row = typed[index]
      return row && isFilled(row) ? { ...row, look } : []
    })
  }, [rules, sheet, typed, cellKey, valueKey, now, host.timeZone, host.locale])
}

/** The host's clock in steps; 0 without one. */
function useStep(host: Host, step: number): number {
  const get = () => (step > 0 ? Math.floor(host.now() / step) * step : 0)
  return useSyncExternalStore(step > 0 ? host.onTick : never, get, get)
}
const never = () => () => {}
