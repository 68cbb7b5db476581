import type { Holiday } from '@vitrine/contract/api/screens/holidays'
import { rule } from '@vitrine/contract/rules'
import { readRegion } from '#base/region.ts'
import type { Db } from '#db/schema.ts'
import { AppError, invalid } from '#lib/errors.ts'
import { KillablePool } from '#lib/work/killable-pool.ts'
import { type Owner, Turns } from '#lib/work/turns.ts'

/** `language`: of the names (`de`). */
export interface HolidayWork {
  country: string | null
  year: number
  language: string
}
export interface HolidayAnswer {
  countries: string[]
  holidays: Holiday[]
}

/** A process, because the library needs 60 MB, and a quarter of a second for a year of Hong Kong. */
const pool = new KillablePool<HolidayWork, HolidayAnswer>({
  script: new URL('./holidays.worker.ts', import.meta.url),
  heap: 128,
  timeLimit: 20_000,
  turns: new Turns({
    ...{ atOnce: 2, slowAfter: 3000, slowAtOnce: 2, stopAfter: 6000 },
    ...{ waitingEach: 20, waitingTogether: 50 },
  }),
})

/** Years of countries in memory, each a few hundred bytes; the last one was used last. */
const KNOWN_MAX = 300
const known = new Map<string, Promise<Holiday[]>>()
/** The library's countries; empty until it was asked for the first time. */
let countries: string[] = []
const DAY = 86_400_000

interface Asked {
  first: string
  last: string
  country?: string | undefined
  language?: string | undefined
}

/** Public holidays from `first` to `last`. `db` is bound to the organization. Throws INVALID for an unknown country. */
export async function loadHolidays(db: Db, owner: Owner, { first, last, ...asked }: Asked) {
  const own = new Intl.Locale((await languageOf(db, owner.organizationId)) ?? 'en')
  const wanted = asked.country ?? (own.region?.length === 2 ? own.region : null)
  const { language } = new Intl.Locale(asked.language ?? own.toString())
  // Holidays of several days may begin in the year before.
  const from = new Date(Date.parse(first) - 10 * DAY).getUTCFullYear()
  const to = new Date(last).getUTCFullYear()
  const holidays: Holiday[] = []
  for (let year = from; year <= to; year++)
    holidays.push(...(await holidaysOf(owner, { country: wanted, year, language })))
  const country = countries.find((one) => one === wanted) ?? null
  if (asked.country !== undefined && country === null) throw invalid({ country: rule('invalid') })
  return {
    country,
    countries,
    holidays: holidays
      .filter(({ day }) => day >= first && day <= last)
      .sort((a, b) => Date.parse(a.day) - Date.parse(b.day)),
  }
}

async function languageOf(db: Db, organizationId: string): Promise<string | null> {
  const row = await db
    .selectFrom('organizations')
    .select('region')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return readRegion(row?.region ?? null).language
}

function holidaysOf(owner: Owner, work: HolidayWork): Promise<Holiday[]> {
  // Without a known country, all years and languages are the same.
  const isKnown = work.country !== null && (countries.length === 0 || countries.includes(work.country))
  const asked = isKnown ? work : { country: null, year: 0, language: '' }
  const key = JSON.stringify(asked)
  const found = known.get(key) ?? compute(owner, asked)
  known.delete(key)
  known.set(key, found)
  found.catch(() => known.get(key) === found && known.delete(key))
  const [oldest] = known.keys()
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
  return found
}

async function compute(owner: Owner, work: HolidayWork): Promise<Holiday[]> {
  const answer = await pool.ask(owner, work)
  if (typeof answer === 'string')
    throw new AppError('UNAVAILABLE', "The public holidays can't be computed right now. Try again later.")
  countries = answer.countries
  return answer.holidays
}
