import type { PhotoProblem } from '@vitrine/contract/api/content/web-picture'
import type { AlertCause } from '@vitrine/contract/api/operations/alerts'
import type { AlertProblemsTable } from '#db/tables/alerts.ts'

/** Items that a message lists; the rest is counted. */
const LISTED_MAX = 50

export type AlertSubject = Pick<AlertProblemsTable, 'name' | 'place' | 'outcome'> & { sentence?: string }

type Words = (names: string, isMany: boolean, outcome: AlertSubject['outcome']) => string

const are = (isMany: boolean) => (isMany ? 'are' : 'is')

const ALERT: Record<AlertCause, Words> = {
  offline: (names, isMany) => `${names} ${are(isMany)} offline`,
  behind: (names, isMany) => `${names} ${isMany ? 'show' : 'shows'} an older version`,
  dark: (names, isMany) => `${names} ${isMany ? 'have' : 'has'} nothing to show`,
  differs: (names, isMany) =>
    `${names} ${isMany ? "don't" : "doesn't"} show what ${isMany ? 'they' : 'it'} should`,
  update: (names) => `The player update has stopped: ${names}`,
  storage: (names) => `${names} is running out of storage`,
  approval: (names, isMany) => `${names} ${are(isMany)} waiting for approval`,
  picture: (names, isMany) =>
    `The server can't photograph ${names}; screens keep the last ${isMany ? 'pictures' : 'picture'}`,
  licence: (names, isMany) =>
    `${names} ${isMany ? 'have' : 'has'} expired or ${isMany ? 'expire' : 'expires'} soon`,
  backup: () => 'The last backup failed',
}

const RECOVERY: Record<AlertCause, Words> = {
  offline: (names, isMany) => `${names} ${are(isMany)} back online`,
  behind: (names, isMany) => `${names} ${are(isMany)} up to date again`,
  dark: (names, isMany) => `${names} ${isMany ? 'have' : 'has'} something to show again`,
  differs: (names, isMany) => `${names} ${isMany ? 'show what they' : 'shows what it'} should again`,
  update: () => 'The player update is no longer stopped',
  storage: (names) => `${names} has enough storage again`,
  approval: (names, isMany, outcome) =>
    `${names} ${isMany ? 'were' : 'was'} ${outcome === 'rejected' ? 'not approved' : 'approved'}`,
  picture: (names, isMany) => `${names} ${isMany ? 'have' : 'has'} new pictures again`,
  licence: (names, isMany) => `${names} ${isMany ? 'have' : 'has'} been renewed`,
  backup: () => 'Backups work again',
}

const THINGS: Record<AlertCause, string> = {
  offline: 'screens',
  behind: 'screens',
  dark: 'screens',
  differs: 'screens',
  update: 'updates',
  storage: 'organizations',
  approval: 'items',
  picture: 'web pages',
  licence: 'licenses',
  backup: 'backups',
}

const OF_PICTURES: Record<PhotoProblem, (detail: string) => string> = {
  'no-browser': () => "Chromium isn't installed on the server",
  browser: () => 'The browser on the server ended unexpectedly',
  local: (host) => `${host} isn't on the public internet`,
  unreachable: (host) => `${host} doesn't respond`,
  certificate: (host) => `The certificate of ${host} isn't valid`,
  status: (status) => `The page returns error ${status}`,
  timeout: () => 'The page took too long',
  'too-large': () => 'The page or its picture is too large',
  memory: () => 'The page needs too much memory',
  'not-a-page': () => 'The address is a file, not a web page',
  'login-missing': () => "The password, headers, or cookies of the login aren't stored",
  'login-refused': () => 'The page refused the login, or asked for it again',
  'login-fields': () => 'The login page has no fields that the server finds',
  'login-elsewhere': (host) => `The login page leads to ${host}`,
  selector: (selector) => `The page has no element ${selector}`,
  part: (selector) => `The page has no visible element ${selector}`,
  storage: () => 'The organization has no storage left',
}

/** Why the server can't photograph a page. */
export const pictureSentence = (problem: PhotoProblem, detail: string): string => OF_PICTURES[problem](detail)

/** One sentence for all items: "12 screens in Building A are offline". */
export function titleOf(
  kind: 'alert' | 'recovery',
  cause: AlertCause,
  things: readonly AlertSubject[],
): string {
  const words = (kind === 'alert' ? ALERT : RECOVERY)[cause]
  const [first] = things
  if (first && things.length === 1)
    return words(cause === 'licence' ? `License ${first.name}` : withPlace(first), false, first.outcome)
  const places = new Set(things.map(({ place }) => place))
  const [place = ''] = places
  const where =
    cause === 'licence' ? '' : places.size > 1 ? ` in ${places.size} places` : place && ` in ${place}`
  return words(`${things.length} ${THINGS[cause]}${where}`, true, first?.outcome ?? null)
}

/** Screen 2 before Screen 10. */
const BY_NAME = new Intl.Collator('en-US', { numeric: true })

export function textOf(title: string, things: readonly AlertSubject[], address: string): string {
  const sorted = things.toSorted((one, other) => BY_NAME.compare(one.name, other.name))
  const names = sorted
    .slice(0, LISTED_MAX)
    .map((thing) => `- ${withPlace(thing)}${thing.sentence ? `: ${thing.sentence}` : ''}`)
  const more = things.length - names.length
  return [
    `${title}.`,
    [...names, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    `Open the console: ${address}`,
  ].join('\n\n')
}

const withPlace = ({ name, place }: AlertSubject) => (place ? `${name} (${place})` : name)

const number = new Intl.NumberFormat('en-US')

/** "1 screen", "2,000 screens". */
export const counted = (count: number, thing: string): string =>
  `${number.format(count)} ${thing}${count === 1 ? '' : 's'}`
