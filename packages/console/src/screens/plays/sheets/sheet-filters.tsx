import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SheetQuery } from '@vitrine/contract/api/screens/play-sheets'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { zoneChoices } from '#lib/text/time-zone.ts'
import { playedItemsQuery } from '#queries/plays.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import styles from '#screens/plays/plays.module.css'
import { periodOf } from '#screens/plays/plays-search.ts'
import type { SheetPeriod, SheetSearch } from './sheet-search.ts'

const PERIODS = ['week', 'month', 'custom'] as const satisfies readonly SheetPeriod[]

interface SheetFiltersProps {
  search: SheetSearch
  query: Pick<SheetQuery, 'first' | 'last' | 'timezone'>
  set: (change: SheetSearch) => void
}

/** What the report is about, for whom, and its days. */
export function SheetFilters({ search, query, set }: SheetFiltersProps) {
  const { t } = useTranslation()
  const { period = 'week' } = search
  const { first, last, timezone } = query
  return (
    <div className={styles.filters}>
      <div className={styles.selects}>
        <Content search={search} set={set} />
        <Customer value={search.customer ?? ''} onChange={(customer) => set({ customer })} />
      </div>
      <SegmentedControl
        aria-label={t('plays.period')}
        value={period}
        onChange={(next) =>
          set({
            period: PERIODS.find((one) => one === next),
            ...(next === 'custom' && { first, last }),
          })
        }
        data={PERIODS.map((value) => ({ value, label: t(`sheets.periods.${value}`) }))}
      />
      {period === 'custom' && (
        <>
          <TextInput
            type="date"
            aria-label={t('plays.first')}
            value={first}
            max={last}
            onChange={({ currentTarget: { value } }) => value && value <= last && set({ first: value, last })}
          />
          <TextInput
            type="date"
            aria-label={t('plays.last')}
            value={last}
            min={first}
            onChange={({ currentTarget: { value } }) =>
              value && value >= first && set({ first, last: value })
            }
          />
        </>
      )}
      <Select
        aria-label={t('alerts.timezone')}
        searchable
        allowDeselect={false}
        value={timezone}
        onChange={(zone) => zone && set({ zone })}
        data={zoneChoices(timezone)}
      />
    </div>
  )
}

/** Storyboards, and the pages and media that screens showed lately. */
function Content({ search: { storyboard, item }, set }: Pick<SheetFiltersProps, 'search' | 'set'>) {
  const { t } = useTranslation()
  const storyboards = useQuery(storyboardsQuery())
  const [{ from, to }] = useState(() => periodOf({ days: 90 }, clock.now()))
  const items = useQuery(playedItemsQuery({ from, to }))
  const played = (items.data ?? []).map(({ itemId, name, kind }) => ({
    value: `item ${itemId}`,
    label: `${name || t('devices.unnamed')} (${t(`plays.kinds.${kind}`)})`,
  }))
  const chosen = storyboard ? `storyboard ${storyboard}` : item ? `item ${item}` : null
  return (
    <Select
      aria-label={t('plays.content')}
      placeholder={t('plays.allContent')}
      searchable
      clearable
      value={chosen}
      onChange={(next) => {
        const [kind, id] = next?.split(' ') ?? []
        set({ storyboard: kind === 'storyboard' ? id : undefined, item: kind === 'item' ? id : undefined })
      }}
      data={[
        {
          group: t('storyboards.title'),
          items: (storyboards.data ?? []).map(({ id, name }) => ({ value: `storyboard ${id}`, label: name })),
        },
        { group: t('plays.kinds.all'), items: played },
      ]}
    />
  )
}

/** In the URL once typing pauses: every change loads the report. */
const PAUSE_MS = 500

function Customer({ value, onChange }: { value: string; onChange: (customer: string | undefined) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    if (typed === value) return
    const pause = setTimeout(() => onChange(typed.trim() || undefined), PAUSE_MS)
    return () => clearTimeout(pause)
  })
  return (
    <TextInput
      aria-label={t('sheets.customer')}
      placeholder={t('sheets.customer')}
      maxLength={100}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  )
}
