import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Instant } from '#api/base/entity.ts'
import { optionalText, wholeNumber } from '#api/base/inputs.ts'
import { rule } from '#rules.ts'
import { webUrl } from '#sites/allowed-sites.ts'
import { ADDRESS_MAX } from '#sites/web-address.ts'

/** Pixels. The larger ones are of UHD screens. */
export const PICTURE_SIZE = { least: 320, most: 3840, mostHigh: 2160 } as const
/** Web pages that an organization can have photographed. */
export const PICTURES_MAX = 50
/** Seconds that a page may be waited for. */
export const PICTURE_WAIT_MAX = 20
const PARTS_MAX = 8
const SELECTOR_MAX = 200
const SECRET_MAX = 4000

export const PICTURE_WAITS = ['quiet', 'seconds', 'selector'] as const
export const PAGE_LOGINS = ['none', 'headers', 'basic', 'cookies', 'form'] as const

/** Without what ends a rule of a style sheet, or begins another one. */
const selector = () =>
  optionalText(SELECTOR_MAX).refine((text) => !/[{}<;@\\\n\r]|\/\*/.test(text), rule('invalid'))

const Wait = z.object({
  /** Until the page loads nothing more; some seconds; or until an element is there. */
  until: z.enum(PICTURE_WAITS).default('quiet'),
  seconds: wholeNumber(1, PICTURE_WAIT_MAX).default(5),
  /** A CSS selector. */
  selector: selector(),
})

/** How the server photographs a page, without how it logs in. */
const Settings = z.object({
  /** Minutes between two pictures. */
  every: wholeNumber(1, 1440).default(5),
  width: wholeNumber(PICTURE_SIZE.least, PICTURE_SIZE.most).default(1920),
  height: wholeNumber(PICTURE_SIZE.least, PICTURE_SIZE.mostHigh).default(1080),
  wait: Wait.default({ until: 'quiet', seconds: 5, selector: '' }),
  /** CSS selectors of elements to leave out. */
  hide: boundedList(z.array(selector()).max(PARTS_MAX, rule('max_value', PARTS_MAX))).default([]),
  /** CSS selector of the element to cut out; empty: the whole page. */
  part: selector(),
  /** Whether the page is asked for its dark colors. */
  dark: z.boolean().default(false),
  /** Whether screens always show when the picture was taken, not only if it is old. */
  caption: z.boolean().default(false),
})

const Login = z.object({
  kind: z.enum(PAGE_LOGINS).default('none'),
  /** Of `basic` and `form`. */
  user: optionalText(200),
  /** Of `form`: the page that asks for the password. */
  page: optionalText(ADDRESS_MAX).refine((page) => page === '' || isPlain(page), rule('url')),
  /** Of `form`: CSS selectors; empty: the server finds them. */
  userField: selector(),
  passwordField: selector(),
  submitField: selector(),
})

const isPlain = (typed: string): boolean => {
  const url = webUrl(typed)
  return url !== undefined && !url.username && !url.password && !typed.includes('{')
}

/** A name of a header or a cookie (RFC 9110, `token`). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,100}$/
const partName = () => z.string({ error: rule('required') }).regex(TOKEN, rule('invalid'))

/** Headers that lead a request elsewhere, or that the browser sets. Cookies have their own kind. */
const RESERVED =
  /^(host|cookie2?|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|origin|referer|via|forwarded|x-forwarded-.*|proxy-.*|sec-.*|accept-encoding|date)$/i

/** A secret: visible ASCII and spaces, so that it stays one line of a header. Empty: the stored one stays. */
const secret = (allowed: RegExp) =>
  z
    .string({ error: rule('text') })
    .max(SECRET_MAX, rule('max', SECRET_MAX))
    .refine((text) => allowed.test(text), rule('invalid'))
    .default('')
const HEADER_VALUE = /^[\t\x20-\x7e]*$/
const PASSWORD = /^\P{Cc}*$/u

/** As stored, and in responses: what is secret is elsewhere. */
export const WebPicture = Settings.extend({
  login: Login.extend({ parts: z.array(z.object({ name: z.string() })).max(PARTS_MAX) }),
})
export type WebPicture = z.infer<typeof WebPicture>

export const WebPictureInput = Settings.extend({
  login: Login.extend({
    /** Of `headers` and `cookies`. A value is never in a response; one that is sent empty stays as it is. */
    parts: boundedList(
      z
        .array(z.object({ name: partName(), value: secret(HEADER_VALUE) }))
        .max(PARTS_MAX, rule('max_value', PARTS_MAX)),
    ).default([]),
    /** Of `basic` and `form`, as a value above. */
    password: secret(PASSWORD),
  }).prefault({}),
}).superRefine(({ wait, login }, context) => {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message: message })
  if (wait.until === 'selector' && wait.selector === '') refuse(['wait', 'selector'], rule('required'))
  const { kind, parts, user, page } = login
  if ((kind === 'headers' || kind === 'cookies') && parts.length === 0)
    refuse(['login', 'parts'], rule('required'))
  if ((kind === 'basic' || kind === 'form') && user === '') refuse(['login', 'user'], rule('required'))
  if (kind === 'basic' && user.includes(':')) refuse(['login', 'user'], rule('invalid'))
  if (kind === 'form' && page === '') refuse(['login', 'page'], rule('required'))
  for (const [index, { name, value }] of parts.entries()) {
    if (kind === 'headers' && RESERVED.test(name)) refuse(['login', 'parts', index, 'name'], rule('invalid'))
    if (kind === 'cookies' && /[;,\s"\\]/.test(value))
      refuse(['login', 'parts', index, 'value'], rule('invalid'))
    if (parts.findIndex((each) => each.name.toLowerCase() === name.toLowerCase()) < index)
      refuse(['login', 'parts', index, 'name'], rule('invalid'))
  }
})
export type WebPictureInput = z.output<typeof WebPictureInput>

/** Why a page has no new picture. */
export const PHOTO_PROBLEMS = [
  'no-browser',
  'browser',
  'local',
  'unreachable',
  'certificate',
  'status',
  'timeout',
  'too-large',
  'memory',
  'not-a-page',
  'login-missing',
  'login-refused',
  'login-fields',
  'login-elsewhere',
  'selector',
  'part',
  'storage',
] as const
export type PhotoProblem = (typeof PHOTO_PROBLEMS)[number]

/** The state of a page's picture. */
export const WebPhoto = z.object({
  /** Whether the server has a browser to take pictures with. */
  isPossible: z.boolean(),
  /** The last good picture; null: none yet. */
  takenAt: Instant.nullable(),
  /** When its content changed last. */
  changedAt: Instant.nullable(),
  /** The last attempt. */
  checkedAt: Instant.nullable(),
  nextAt: Instant.nullable(),
  /** Why the last attempt failed; null: it didn't. */
  problem: z.enum(PHOTO_PROBLEMS).nullable(),
  /** A status, a host, or a selector that explains the problem. */
  detail: z.string(),
  /** When it began to fail; null while it works, and before the third failure in a row. */
  failingSince: Instant.nullable(),
  /** Whether a password, headers, or cookies are stored. */
  hasSecrets: z.boolean(),
})
export type WebPhoto = z.infer<typeof WebPhoto>
