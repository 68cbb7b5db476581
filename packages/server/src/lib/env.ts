import path from 'node:path'
import { trimSlashes } from '@vitrine/contract/trim-slashes'
import { z } from 'zod'

const PORT_TEXT = 'must be a number from 0 to 65535'
const port = (fallback: number) =>
  z.coerce.number(PORT_TEXT).int(PORT_TEXT).min(0, PORT_TEXT).max(65_535, PORT_TEXT).default(fallback)
const address = z.url({ protocol: /^https?$/ }).transform(trimSlashes)

/** Words separated by spaces or commas. */
const words = z
  .string()
  .default('')
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))

const exactOrigins = words.pipe(
  z.array(z.string().regex(/^https?:\/\/[^/*\s;]+$/, 'must be exact origins like https://example.org')),
)

/** Roles of servers that share an installation; see app/roles.ts. */
export const SERVER_ROLES = ['api', 'edge', 'jobs'] as const
export type ServerRole = (typeof SERVER_ROLES)[number]

const Settings = z.object({
  ROLE: words
    .pipe(z.array(z.enum(SERVER_ROLES, 'must be some of api, edge, jobs')))
    .transform((roles): readonly ServerRole[] => (roles.length ? roles : SERVER_ROLES)),
  HOST: z.string().default('0.0.0.0'),
  PORT: port(8080),
  PLAYER_PORT: port(8081),
  CONTENT_PORT: port(8082),
  PUBLIC_URL: address.optional(),
  PLAYER_URL: address.optional(),
  CONTENT_URL: address.optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((dir) => path.resolve(dir)),
  SECRET_KEY: z.string().min(32, 'must be at least 32 characters').optional(),
  SECRET_KEY_FILE: z.string().min(1).optional(),
  ADMIN_EMAIL: z.email().default('admin@vitrine.local'),
  ADMIN_PASSWORD: z.string().min(8).regex(/\d/, 'must contain a number').optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address like postgres://user:password@host/database',
    })
    .optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(4).max(500).default(10),
  DATABASE_WAIT_SECONDS: z.coerce.number().min(0).max(86_400).default(300),
  CLICKHOUSE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address like http://user:password@host:8123/database',
    })
    .optional(),
  S3_BUCKET: z.string().max(255).optional(),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().max(64).default('us-east-1'),
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
  MAIL_FROM: z.string().max(300).default('Vitrine <vitrine@localhost>'),
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
  SMS_URL: address.optional(),
  SMS_FROM: z.string().max(40).default('Vitrine'),
  WEATHER_URL: address.default('https://api.open-meteo.com'),
  LOCAL_HOSTS: words.pipe(
    z.array(z.string().regex(/^[^\s/@]+$/, 'must be hosts like news.example.lan or 10.0.0.5:8000')),
  ),
  DRAIN_SECONDS: z.coerce.number().min(0).max(20).optional(),
  SCHEDULE_SETTLE_SECONDS: z.coerce.number().min(0).max(3600).default(60),
  MAX_UPLOAD_MB: z.coerce.number().int().min(1).default(4096),
  STORAGE_MB_PER_ORGANIZATION: z.coerce.number().int().min(1).optional(),
  DISK_RESERVE_MB: z.coerce.number().int().min(0).optional(),
  PAGES_MB_PER_ORGANIZATION: z.coerce.number().int().min(1).default(4096),
  PAGES_PER_ORGANIZATION: z.coerce.number().int().min(1).default(5000),
  PLAYS_KEEP_DAYS: z.coerce.number().int().min(1).max(4000).default(400),
  ANSWERS_KEEP_DAYS: z.coerce.number().int().min(1).max(4000).default(400),
  PAIRINGS_PER_ADDRESS: z.coerce.number().int().min(1).default(200),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(4000),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').max(500).optional(),
  BACKUP_TO: z
    .string()
    .transform((place) => (/^s3:\/\//.test(place) ? place : path.resolve(place)))
    .optional(),
  BACKUP_AT: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|never)$/, 'must be a time like 02:30, or never')
    .default('02:30'),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})
export type Settings = z.infer<typeof Settings>

/** A startup error with one plain sentence for the server's administrator. */
export class StartError extends Error {}

/** Reads the settings; empty values count as absent. Throws a StartError that names the setting. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = Settings.safeParse(given)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new StartError(`The setting ${String(issue?.path[0])} is invalid: ${issue?.message}.`)
  }
  const settings = result.data
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
