import { STORED, storage } from '#lib/browser/storage.ts'
import { session } from '#lib/session/session.ts'

/** What a region decides: 12 or 24 hours, the order of a date, the first day of the week, the decimal sign. */
interface Formats {
  /** The language tag for `Intl`: the words of the texts, the formats of the region. */
  tag: string
  isTwelveHours: boolean
  /** 0 is Sunday. */
  firstDay: number
}

let known: { key: string; formats: Formats } | undefined

/** The formats of a text in `language`: the person's own choice, else the organization's, else the browser's. */
export function formatsFor(language: string): Formats {
  const own = storage.get(STORED.region)
  const region = session.get().profile?.organization?.region
  const key = [language, own, region?.language, region?.hours, region?.firstDay, navigator.language].join()
  if (known?.key !== key) {
    const wanted = own ?? region?.language ?? browserRegion(language)
    known = { key, formats: formatsOf(language, wanted, own ? undefined : region) }
  }
  return known.formats
}

/** The browser's, unless the person chose another language than the browser's: then that language's own region. */
const browserRegion = (language: string): string =>
  [baseOf(navigator.language), 'en'].includes(baseOf(language)) ? navigator.language : language

const baseOf = (tag: string) => tag.split('-')[0]

const FIRST_DAYS: Readonly<Record<string, number>> = { sun: 0, mon: 1, sat: 6 }

function formatsOf(
  language: string,
  wanted: string,
  set: { hours: string | null; firstDay: string | null } | undefined,
): Formats {
  const place = new Intl.Locale(wanted).maximize()
  const isTwelveHours = set?.hours ? set.hours === '12' : hoursIn(place).startsWith('h1')
  const hourCycle = isTwelveHours ? 'h12' : 'h23'
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(language, {
    ...(place.region && { region: place.region }),
    hourCycle,
  })
  // Firefox lacks getWeekInfo; most of the world starts on Monday.
  const usual = (locale.getWeekInfo?.().firstDay ?? 1) % 7
  return { tag: locale.toString(), isTwelveHours, firstDay: FIRST_DAYS[set?.firstDay ?? ''] ?? usual }
}

/** A country's hours don't depend on the language: `en-TR` is unknown, so `tr-TR` counts. */
function hoursIn({ language, region }: Intl.Locale): string {
  const cycleOf = (tag: string) => new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions()
  const own = cycleOf(`${language}-${region}`)
  const isKnown = own.locale.endsWith(`-${region}`)
  const usual = isKnown ? own : cycleOf(`${new Intl.Locale(`und-${region}`).maximize().language}-${region}`)
  return usual.hourCycle ?? 'h23'
}
