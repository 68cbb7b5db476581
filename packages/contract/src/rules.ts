/**
 * The registered validation rules and their texts. A zod issue of the contract carries a rule with its arguments as
 * its message (`max|100`); `ruleText` turns it into words, on the server with these English texts and in the console
 * with the locale's (a test keeps en-us equal to this table).
 */
export const RULE_TEXTS = {
  required: '%{field} is required',
  email: 'Enter a valid email address',
  digits: '%{field} must be %{n} digits',
  numeric: '%{field} must be a number',
  min: '%{field} must be at least %{n} characters',
  max: '%{field} must be at most %{n} characters',
  min_value: '%{field} must be at least %{n}',
  max_value: '%{field} must be at most %{n}',
  mimes: "This file type isn't allowed",
  password: 'Please make sure your passwords match',
  url: 'Enter valid url',
  time_after: 'Selected time must be after %{field} field',
  same_time: '%{field} must be different from the start time',
  not_exist: '%{field} exists before',
  decimal: '%{field} must contain a number',
  common: '%{field} is too easy to guess. Choose a less common one',
  ipAddress: 'Please type valid IP address',
  invalid: "%{field} isn't valid",
  coordinates: '%{field} must be two numbers like 48.2082, 16.3738',
  time: '%{field} must be a time like 09:00 AM',
  date: '%{field} must be a date like 2026-01-31',
  colour: '%{field} must be a color',
  circle: 'This storyboard would play itself',
  too_deep: 'Up to %{n} storyboards can be inside each other',
  too_deep_in: 'The storyboard %{n} plays this one, and up to three storyboards can be inside each other',
  too_many_plays:
    'A round can have up to %{n} pages, each counted as often as it plays, those of storyboards inside it included',
  too_many_plays_in: 'The storyboard %{n} plays this one, and would have more than 1,000 pages in a round',
  size_in: 'The storyboard %{n} plays this one, which must keep its size',
  unknown: "%{field} refers to something that doesn't exist",
  at_most_entries: 'Up to %{n} entries are allowed here',
  at_most_seconds: 'All entries together may last up to %{n} seconds',
  at_most_files: 'You can choose up to %{n} files',
  no_provider: 'No OpenID Connect provider answers at this address',
  one_picture:
    'The server takes one picture for all screens. Remove the values in braces from the address, or have screens open the page',
  no_credentials: 'Remove the name and password from the address',
  at_most_planned: 'A screen can have up to %{n} planned switches. Cancel one first',
  at_most_sites: 'The list can have up to %{n} sites. Remove one first',
  select_media: 'Please select media in the selected media zone',
  overlap: 'This overlaps another time slot',
  never_plays: 'This time slot ends before it begins on every day of the year',
  at_most_sky: 'Up to %{n} time slots can follow the sun',
  contradiction: 'No screen can match this rule',
  never_true: 'This condition can never be true: its parts rule each other out',
  list: '%{field} must be a list',
  text: '%{field} must be text',
  flag: '%{field} must be on or off (true or false)',
  object: '%{field} must be an object with named values',
  one_of: '%{field} must be one of: %{n}',
  not_offered: '%{field} must be chosen from its list',
  icon: '%{field} must be one of the icons',
  outline: '%{field} must be the outline of an imported shape',
  font_settings:
    '%{field} needs a font, bold and italic on or off, a size from 1 to 1000, and an alignment (left, center, or right)',
  styled_text: '%{field} needs a text, bold and italic on or off, and a size from 1 to 1000',
  media_entry: 'Entry %{n} of %{field} needs a media item',
  media_duration: 'The duration of entry %{n} of %{field} must be up to 86,400 seconds',
  media_fit: 'The fit or focus of entry %{n} of %{field} must be one of those in its menu',
  media_dates: 'The dates of entry %{n} of %{field} must exist, like 2026-01-31, and end after they begin',
  media_screens: 'No screen can match the rule of entry %{n} of %{field}',
  group_entry: 'Entry %{n} of %{field} must be an object with named values',
  position: '%{field} must be a position like translate(10px, 20px)',
  listed_part: "A part can't have files by rule. Choose files",
  nested_part: "A part can't contain another part. Detach it first",
  at_most_shown: 'With its parts, a page can have up to %{n} elements',
  at_most_uses: 'A page can show up to %{n} parts',
  at_most_pages: 'A part can be on up to %{n} pages',
  card_name: 'This item is named after its card. Rename the card instead',
} as const

export type Rule = keyof typeof RULE_TEXTS

/** A rule as a zod message, e.g. `rule('max', 100)`; of `time_after` the field that it is compared with. */
export const rule = (name: Rule, n?: number | string): string => (n === undefined ? name : `${name}|${n}`)

/** Splits a zod message into the rule and its argument; `undefined` for messages that are not rules. */
export function parseRule(message: string): { rule: Rule; n?: string } | undefined {
  const [name, n] = message.split(/\|(.*)/s)
  return name !== undefined && Object.hasOwn(RULE_TEXTS, name) ? { rule: name as Rule, n } : undefined
}

/** Words for a zod message; `texts` are the locale's, `field` the label shown to the person. */
export function ruleText(message: string, field: string, texts: Record<Rule, string> = RULE_TEXTS): string {
  const parsed = parseRule(message)
  if (!parsed) return message
  return texts[parsed.rule].replaceAll('%{field}', field).replaceAll('%{n}', parsed.n ?? '')
}

/**
 * The server's label of a field: `firstName` → `First name`, `floors.1.name` → `Name`. A page has many widgets, so it
 * says which: `widgets.2.width` → `Width of widget 3`.
 */
export function fieldLabel(path: string): string {
  const [, index, field] = /^widgets\.(\d+)(?:\.(\w+))?/.exec(path) ?? []
  if (index !== undefined) {
    const widget = `widget ${Number(index) + 1}`
    return field ? `${fieldLabel(field)} of ${widget}` : widget.replace('w', 'W')
  }
  const last = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path
  const words = last.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Loose on purpose, as specified: an optional scheme, a dotted host (or any host with a scheme), anything after. */
export const URL_PATTERN = /^(https?:\/\/[\w-]+(\.[\w-]+)*|[\w-]+(\.[\w-]+)+)(:\d+)?([/?#]\S*)?$/i
/** Loose on purpose, as specified: four groups of one to three digits. */
export const IP_PATTERN = /^\d{1,3}(\.\d{1,3}){3}$/
/** `hh:mm AM/PM`, twelve hours. */
export const TIME_PATTERN = /^(0[1-9]|1[0-2]):[0-5]\d (AM|PM)$/

/** Minutes since midnight of a `hh:mm AM/PM` time, 0 to 1439; `NaN` for anything else. */
export function minutesOfTime(time: string): number {
  if (!TIME_PATTERN.test(time)) return Number.NaN
  const hours = (Number(time.slice(0, 2)) % 12) + (time.endsWith('PM') ? 12 : 0)
  return hours * 60 + Number(time.slice(3, 5))
}

/** `hh:mm AM/PM` of minutes since midnight. */
export function timeOfMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60) % 24
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(hours % 12 || 12)}:${two(minutes % 60)} ${hours < 12 ? 'AM' : 'PM'}`
}

/** Rule `not_exist`: compares trimmed and without case. */
export const existsIn = (value: string, list: readonly string[]): boolean =>
  list.some((other) => other.trim().toLowerCase() === value.trim().toLowerCase())

/** Rule `time_after`: equal passes, earlier fails. */
export const isTimeAfter = (time: string, target: string): boolean =>
  minutesOfTime(time) >= minutesOfTime(target)

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/
/** A calendar day `YYYY-MM-DD` that exists. */
export const isDate = (text: string): boolean => {
  if (!DATE_PATTERN.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}
