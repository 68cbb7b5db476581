import { isIP } from 'node:net'
import path from 'node:path'
import { trimSlashes } from '@vitrine/contract/trim-slashes'
import { z } from 'zod'

/** A number within limits, whole unless `part` is allowed. */
function number(least: number, most: number | undefined, { part = false } = {}) {
  const range = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`
  const text = `must be a ${part ? '' : 'whole '}number ${range}`
  const any = z.coerce.number(text).min(least, text)
  const limited = most === undefined ? any : any.max(most, text)
  return part ? limited : limited.int(text)
}
const text = (most: number) => z.string().max(most, `must be at most ${most} characters`)
const port = (fallback: number) => number(0, 65_535).default(fallback)
const ADDRESS_TEXT = 'must be an address like https://example.org'
const address = z.url({ protocol: /^https?$/, error: ADDRESS_TEXT }).transform(trimSlashes)
/** Vitrine is at the root of each of its hosts. */
const origin = address
  .refine((text) => isOrigin(text), 'must be an address without a path, like https://signage.example.org')
  .transform((text) => new URL(text).origin)

function isOrigin(text: string): boolean {
  const { pathname, search, hash, username } = new URL(text)
  return `${pathname}${search}${hash}${username}` === '/'
}

/** With a user and a password if the proxy asks for them. */
const proxy = z.url({ protocol: /^https?$/, error: 'must be an address like http://proxy.example.org:3128' })

/** Words separated by spaces or commas. */
const words = z
  .string()
  .default('')
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))

const exactOrigins = words.pipe(
  z.array(z.string().regex(/^https?:\/\/[^/*\s;]+$/, 'must be exact origins like https://example.org')),
)

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const PASSWORD_TEXT = 'must have at least 8 characters and a number'

/** Roles of servers that share an installation; see app/roles.ts. */
export const SERVER_ROLES = ['api', 'edge', 'jobs'] as const
export type ServerRole = (typeof SERVER_ROLES)[number]

const Settings = z.object({
  ROLE: words
    .pipe(z.array(z.enum(SERVER_ROLES, 'must be some of api, edge, jobs')))
    .transform((roles): readonly ServerRole[] => (roles.length ? roles : SERVER_ROLES)),
  HOST: z
    .string()
    .transform((host) => host.replace(/^\[(.*)\]$/, '$1'))
    .pipe(
      z
        .string()
        .refine(
          isHost,
          'must be an address of this machine or its name, like 0.0.0.0 or ::1, without a port',
        ),
    )
    .default('0.0.0.0'),
  PORT: port(8080),
  PLAYER_PORT: port(8081),
  CONTENT_PORT: port(8082),
  PUBLIC_URL: origin.optional(),
  PLAYER_URL: origin.optional(),
  CONTENT_URL: origin.optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((dir) => path.resolve(dir)),
  SECRET_KEY: z.string().min(32, 'must be at least 32 characters').optional(),
  SECRET_KEY_FILE: z.string().min(1).optional(),
  ADMIN_EMAIL: z.email('must be an email address').default('admin@vitrine.local'),
  ADMIN_PASSWORD: z.string().min(8, PASSWORD_TEXT).regex(/\d/, PASSWORD_TEXT).optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address like postgres://user:password@host/database',
    })
    .optional(),
  DATABASE_CONNECTIONS: number(4, 500).default(10),
  DATABASE_WAIT_SECONDS: number(0, 86_400, { part: true }).default(300),
  CLICKHOUSE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address like http://user:password@host:8123/database',
    })
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[^\s/]{1,255}$/, "must be a bucket's name, without an address")
    .optional(),
  S3_ENDPOINT: address.optional(),
  S3_REGION: text(64).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'must be empty, or folders like vitrine/ with a slash at the end')
    .default(''),
  CORS_ORIGINS: exactOrigins,
  FORMER_PLAYER_URLS: exactOrigins,
  TRUSTED_PROXIES: words.pipe(
    z.array(z.string().regex(/^[\d.:a-f]+(\/\d+)?$/i, 'must be addresses or networks like 10.0.0.0/8')),
  ),
  REGISTRATION: z.enum(['open', 'closed'], 'must be open or closed').default('open'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtp://user:password@host' })
    .optional(),
  SMTP_TLS: z.enum(['required', 'optional'], 'must be required or optional').optional(),
  MAIL_FROM: text(300).default('Vitrine <vitrine@localhost>'),
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
  SMS_URL: address.optional(),
  SMS_FROM: text(40).default('Vitrine'),
  WEATHER_URL: address.default('https://api.open-meteo.com'),
  LOCAL_HOSTS: words.pipe(
    z.array(z.string().regex(/^[^\s/@]+$/, 'must be hosts like news.example.lan or 10.0.0.5:8000')),
  ),
  HTTP_PROXY: proxy.optional(),
  HTTPS_PROXY: proxy.optional(),
  NO_PROXY: words,
  DRAIN_SECONDS: number(0, 20, { part: true }).optional(),
  SCHEDULE_SETTLE_SECONDS: number(0, 3600, { part: true }).default(60),
  MAX_UPLOAD_MB: number(1, undefined).default(4096),
  STORAGE_MB_PER_ORGANIZATION: number(1, undefined).optional(),
  DISK_RESERVE_MB: number(0, undefined).optional(),
  PAGES_MB_PER_ORGANIZATION: number(1, undefined).default(4096),
  PAGES_PER_ORGANIZATION: number(1, undefined).default(5000),
  PLAYS_KEEP_DAYS: number(1, 4000).default(400),
  ANSWERS_KEEP_DAYS: number(1, 4000).default(400),
  AUDIT_KEEP_DAYS: number(1, 4000).default(400),
  AUDIT_SYSLOG: z
    .url({ protocol: /^(tcp|tls|udp)$/, error: 'must be an address like tls://syslog.example.org:6514' })
    .optional(),
  PAIRINGS_PER_ADDRESS: number(1, undefined).default(200),
  CONNECTIONS_PER_ADDRESS: number(1, undefined).default(4000),
  METRICS_TOKEN: text(500).min(16, 'must be at least 16 characters').optional(),
  BACKUP_TO: z
    .string()
    .transform((place) => (/^s3:\/\//.test(place) ? place : path.resolve(place)))
    .optional(),
  BACKUP_AT: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|never)$/, 'must be a time like 02:30, or never')
    .default('02:30'),
  BACKUP_KEEP: number(1, 1000).default(7),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
})
const PROXY_NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const
export type Settings = z.infer<typeof Settings>
export const SETTING_NAMES = Object.keys(Settings.shape)

/** A startup error with one plain sentence for the server's administrator. */
export class StartError extends Error {}

/** A start that may succeed later with the same settings: another program is away, starting, stopping, or full. */
export class PassingStartError extends StartError {}

/** Reads the settings; empty values count as absent. Throws a StartError that names the setting. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  // Other programs read these in lower case.
  const proxies = PROXY_NAMES.map((name) => [name, env[name] || env[name.toLowerCase()]] as const)
  const given = Object.fromEntries(
    [...Object.entries(env), ...proxies].filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = Settings.safeParse(given)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new StartError(`The setting ${String(issue?.path[0])} is invalid: ${issue?.message}.`)
  }
  const settings = result.data
  refuseEqualPorts(settings)
  if (!settings.TLS_CERT !== !settings.TLS_KEY)
    throw new StartError('TLS_CERT and TLS_KEY go together: set both or neither.')
  if (settings.SECRET_KEY && settings.SECRET_KEY_FILE)
    throw new StartError('Set either SECRET_KEY or SECRET_KEY_FILE, not both.')
  if (!settings.S3_ACCESS_KEY_ID !== !settings.S3_SECRET_ACCESS_KEY)
    throw new StartError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both or neither.')
  if (!settings.DATABASE_URL && SERVER_ROLES.some((role) => !settings.ROLE.includes(role)))
    throw new StartError(
      'ROLE divides the work among servers that share a database: set DATABASE_URL, or leave ROLE empty.',
    )
  // Behind a proxy, the third URL can't be derived.
  if (!settings.PLAYER_URL !== !settings.CONTENT_URL)
    throw new StartError('PLAYER_URL and CONTENT_URL go together: set both or neither.')
  if (settings.PLAYER_URL && settings.CONTENT_URL && !sameSite(settings.PLAYER_URL, settings.CONTENT_URL))
    throw new StartError(
      "CONTENT_URL must be on the same site as PLAYER_URL, or packages won't play offline.",
    )
  return settings
}

function refuseEqualPorts(settings: Settings): void {
  const names = ['PORT', 'PLAYER_PORT', 'CONTENT_PORT'] as const
  for (const [index, name] of names.entries())
    for (const other of names.slice(index + 1))
      if (settings[name] !== 0 && settings[name] === settings[other])
        throw new StartError(`${name} and ${other} are both ${settings[name]}. Give each its own port.`)
}

/** An IPv4 or IPv6 address, with or without a network interface, or a host name. */
function isHost(text: string): boolean {
  return isIP(text.replace(/%\w+$/, '')) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text)
}

/** Second-level domains under which countries sell names: there the third label from the end distinguishes sites. */
const SOLD_BELOW = /\.(ac|co|com|edu|go|gob|gov|gv|ne|net|nom|or|org)\.[a-z]{2}$/

/** Same scheme and registrable domain (or the same address), as browsers define a site. Ports don't matter. */
function sameSite(a: string, b: string): boolean {
  const site = (text: string) => {
    const { protocol, hostname } = new URL(text)
    const isAddress = /^[\d.]+$|:/.test(hostname)
    const labels = SOLD_BELOW.test(hostname) ? -3 : -2
    return `${protocol}//${isAddress ? hostname : hostname.split('.').slice(labels).join('.')}`
  }
  return site(a) === site(b)
}
