import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { localDay } from '#lib/text/local-day.ts'
import { storyPicture } from '#pickers/pages/storyboard-picker.tsx'
import { screenPicture } from '#pictures/screens/screen-picture.tsx'
import { buildingsQuery } from '#queries/buildings.ts'
import { devicesQuery } from '#queries/devices.ts'
import { playedItemsQuery } from '#queries/plays.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { pictured } from '#ui/screen/pictured.tsx'
import styles from './plays.module.css'
import { PERIODS, type PlaysSearch, periodOf } from './plays-search.ts'

const CUSTOM = 'custom'
const YESTERDAY = 'yesterday'
const DAY = 86_400_000

/** Updates the URL; only paging adds browser history entries. */
export function usePlaysSearch() {
  const navigate = useNavigate()
  const search = useSearch({ from: '/app/plays' })
  const set = (change: PlaysSearch) =>
    void navigate({
      to: '/app/plays',
      search: { ...search, page: undefined, ...change },
      replace: change.page === undefined,
    })
  return { search, set }
}

export function PlaysFilters() {
  const { t } = useTranslation()
  const { search, set } = usePlaysSearch()
  const { device, building, storyboard, each = false } = search
  const devices = useQuery(devicesQuery())
  const buildings = useQuery(buildingsQuery())
  const storyboards = useQuery(storyboardsQuery())
  const options = (rows: readonly { id: string; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const select = { clearable: true, searchable: true }
  return (
    <div className={styles.filters}>
      <SegmentedControl
        aria-label={t('plays.as')}
        value={each ? 'each' : 'report'}
        onChange={(next) => set({ each: next === 'each' || undefined })}
        data={[
          { value: 'report', label: t('plays.report') },
          { value: 'each', label: t('plays.each') },
        ]}
      />
      <Period />
      <div className={styles.selects}>
        <Kind />
        <Select
          {...select}
          aria-label={t('plays.screen')}
          placeholder={t('plays.allScreens')}
          value={device ?? null}
          onChange={(next) => set({ device: next ?? undefined })}
          data={options(devices.data)}
          {...pictured(screenPicture, device)}
        />
        {(buildings.data ?? []).length > 0 && (
          <Select
            {...select}
            aria-label={t('plays.place')}
            placeholder={t('plays.allPlaces')}
            value={building ?? null}
            onChange={(next) => set({ building: next ?? undefined })}
            data={options(buildings.data)}
          />
        )}
        <Select
          {...select}
          aria-label={t('plays.storyboard')}
          placeholder={t('plays.allStoryboards')}
          value={storyboard ?? null}
          onChange={(next) => set({ storyboard: next ?? undefined })}
          data={options(storyboards.data)}
          {...pictured(storyPicture, storyboard)}
        />
        <Item />
      </div>
    </div>
  )
}

/** Pages and media that played in the period. */
function Item() {
  const { t } = useTranslation()
  const { search, set } = usePlaysSearch()
  const { days, first, last, item } = search
  const period = useMemo(() => periodOf({ days, first, last }, clock.now()), [days, first, last])
  const { data = [] } = useQuery(playedItemsQuery(period))
  const known = data.map(({ itemId, name, kind }) => ({
    value: itemId,
    label: `${name || t('devices.unnamed')} (${t(`plays.kinds.${kind}`)})`,
  }))
  // It may have played in another period only.
  const isKnown = item === undefined || known.some(({ value }) => value === item)
  return (
    <Select
      clearable
      searchable
      aria-label={t('plays.content')}
      placeholder={t('plays.allContent')}
      value={item ?? null}
      onChange={(next) => set({ item: next ?? undefined })}
      data={isKnown ? known : [...known, { value: item, label: t('devices.unnamed') }]}
    />
  )
}

function Kind() {
  const { t } = useTranslation()
  const { search, set } = usePlaysSearch()
  return (
    <Select
      aria-label={t('plays.kind')}
      placeholder={t('plays.kinds.all')}
      clearable
      value={search.kind ?? null}
      onChange={(next) => set({ kind: next === 'page' || next === 'media' ? next : undefined })}
      data={[
        { value: 'page', label: t('plays.kinds.page') },
        { value: 'media', label: t('plays.kinds.media') },
      ]}
    />
  )
}

/** The last days, or a date range. */
function Period() {
  const { t } = useTranslation()
  const { search, set } = usePlaysSearch()
  const { days = 7, first, last } = search
  const isCustom = first !== undefined && last !== undefined
  const yesterday = localDay(clock.now(), 1)
  const isYesterday = first === yesterday && last === yesterday
  const choose = (next: string) => {
    if (next === YESTERDAY) return set({ days: undefined, first: yesterday, last: yesterday })
    if (next !== CUSTOM)
      return set({ days: PERIODS.find((one) => String(one) === next), first: undefined, last: undefined })
    const { from, to } = periodOf(search, clock.now())
    set({ days: undefined, first: localDay(from), last: localDay(to - DAY / 24) })
  }
  return (
    <>
      <SegmentedControl
        aria-label={t('plays.period')}
        value={isYesterday ? YESTERDAY : isCustom ? CUSTOM : String(days)}
        onChange={choose}
        data={[
          { value: YESTERDAY, label: t('table.period.yesterday') },
          ...PERIODS.map((one) => ({ value: String(one), label: t(`plays.days.${one}`) })),
          { value: CUSTOM, label: t('plays.custom') },
        ]}
      />
      {isCustom && !isYesterday && (
        <>
          <TextInput
            type="date"
            label={t('plays.first')}
            value={first}
            max={last}
            onChange={({ currentTarget: { value } }) => value && value <= last && set({ first: value })}
          />
          <TextInput
            type="date"
            label={t('plays.last')}
            value={last}
            min={first}
            onChange={({ currentTarget: { value } }) => value && value >= first && set({ last: value })}
          />
        </>
      )}
    </>
  )
}
