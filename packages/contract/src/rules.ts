import { z } from 'zod'
import { plainText } from './plain-text.ts'

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
  time: '%{field} must be a time like 09:00 AM',
  date: '%{field} must be a date like 2026-01-31',
  colour: '%{field} must be a color',
  unknown: "%{field} refers to something that doesn't exist",
  at_most_files: 'You can choose up to %{n} files',
  select_media: 'Please select media in the selected media zone',
  overlap: 'This overlaps another time slot',
  card_name: 'This item is named after its card. Rename the card instead',
} as const

export type Rule = keyof typeof RULE_TEXTS

/** A rule as a zod message, e.g. `rule('max', 100)`; of `time_after` the field that it is compared with. */
export const rule = (name: Rule, n?: number | string): string => (n === undefined ? name : `${name}|${n}`)

/** Splits a zod message into the rule and its argument; `undefined` for messages that are no rule. */
export function parseRule(message: string): { rule: Rule; n?: string } | undefined {
  const [name, n] = message.split('|')
  return name !== undefined && Object.hasOwn(RULE_TEXTS, name) ? { rule: name as Rule, n } : undefined
}

/** Words for a zod message; `texts` are the locale's, `field` the label shown to the person. */
export function ruleText(message: string, field: string, texts: Record<Rule, string> = RULE_TEXTS): string {
  const parsed = parseRule(message)
  if (!parsed) return message
  return texts[parsed.rule].replaceAll('%{field}', field).replaceAll('%{n}', parsed.n ?? '')
}

/** `firstName` → `First name`, `floors.1.name` → `Name`: what the server calls a field. */
export function fieldLabel(path: string): string {
  const last = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path
  const words = last.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const orRequired = (name: Rule) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === '' ? rule('required') : rule(name)

/** Line breaks and other control characters become blanks: names stand in mails, headers and lists. */
const oneLine = (text: string) => plainText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))

/** Required text of one line, trimmed, 1 to `max` characters. */
export const requiredText = (max = 100) =>
  z
    .string({ error: orRequired('invalid') })
    .overwrite(oneLine)
    .trim()
    .min(1, rule('required'))
    .max(max, rule('max', max))

/** Required text that may have lines, trimmed, 1 to `max` characters. */
export const requiredLines = (max: number) =>
  z
    .string({ error: orRequired('invalid') })
    .overwrite(plainText)
    .trim()
    .min(1, rule('required'))
    .max(max, rule('max', max))

/** Text that may be empty or absent. */
export const optionalText = (max = 1000) =>
  z
    .string({ error: rule('invalid') })
    .overwrite(plainText)
    .trim()
    .max(max, rule('max', max))
    .default('')

export const email = () =>
  z
    .string({ error: orRequired('email') })
    .trim()
    .toLowerCase()
    .min(1, rule('required'))
    .max(254, rule('max', 254))
    .regex(/^[^\s@<>"]+@[^\s@<>"][^\s@<>".]*\.[^\s@<>"]+$/, rule('email'))

/** A new password: at least 8 characters, with a number in it. 200 bounds the work of hashing. */
export const newPassword = () =>
  z
    .string({ error: orRequired('invalid') })
    .min(1, rule('required'))
    .min(8, rule('min', 8))
    .max(200, rule('max', 200))
    .regex(/\d/, rule('decimal'))

export const wholeNumber = (min: number, max: number) =>
  z
    .int({ error: orRequired('numeric') })
    .min(min, rule('min_value', min))
    .max(max, rule('max_value', max))

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

/**
 * Rule `external`: passes as the flag says, whatever the value; otherwise shows the supplied message, at `path` below
 * the value. For what a value alone can't tell, such as a time slot that overlaps another one.
 */
export const external =
  (passes: () => boolean, message: string, path: (string | number)[] = []) =>
  (_value: unknown, context: z.RefinementCtx): void => {
    if (!passes()) context.addIssue({ code: 'custom', path, message })
  }

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
export const date = () => z.string({ error: orRequired('date') }).refine(isDate, rule('date'))
export const time = () => z.string({ error: orRequired('time') }).regex(TIME_PATTERN, rule('time'))
