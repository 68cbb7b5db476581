import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { STORED, storage } from '#lib/browser/storage.ts'
import { listText } from '#lib/text/format.ts'
import { holidaysQuery } from '#queries/holidays.ts'

/** The organization's country, no country, or two letters. */
export type CountryChoice = 'own' | 'none' | string

/** Names of public holidays by day. */
export type HolidayNames = ReadonlyMap<string, string>

const NOTHING: HolidayNames = new Map()

function stored(): CountryChoice {
  const value = storage.get(STORED.holidays) ?? ''
  return value === 'none' || /^[A-Z]{2}$/.test(value) ? value : 'own'
}

/** The public holidays of the days, of a country that this browser remembers. */
export function useHolidays(days: readonly string[]) {
  const [choice, setChoice] = useState(stored)
  const country = choice === 'own' || choice === 'none' ? undefined : choice
  const { data, isError } = useQuery(holidaysQuery(days, country))
  // The answer without a country says which one the organization has.
  const own = useQuery({ ...holidaysQuery(days, undefined), enabled: country === undefined }).data
  const names = useMemo((): HolidayNames => {
    if (choice === 'none' || !data) return NOTHING
    const byDay = new Map<string, string[]>()
    for (const { day, name } of data.holidays) byDay.set(day, [...(byDay.get(day) ?? []), name])
    return new Map([...byDay].map(([day, all]) => [day, listText(all)]))
  }, [choice, data])
  const choose = (next: CountryChoice) => {
    storage.set(STORED.holidays, next === 'own' ? null : next)
    setChoice(next)
  }
  const failed = isError && choice !== 'none'
  return { names, choice, choose, failed, own: own?.country, countries: (data ?? own)?.countries ?? [] }
}
