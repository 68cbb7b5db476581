import { SETTING_NAMES } from './env.ts'

/** First words of our settings: another name that begins with one is meant for Vitrine. */
const OURS =
  /^(VITRINE|DATABASE|S3|BACKUP|SMTP|CLICKHOUSE|PLAYER|CONTENT|PUBLIC|SECRET_KEY|ADMIN|TLS|METRICS)_/
/** Addresses that other programs read from the environment. */
const OTHERS = /^(npm_|TEST_|CI_|GITHUB_|GITLAB_|BUILD_|HTTPS?_|GIT_|DEBUGINFOD_|BUN_|NODE_|PIP_|HOMEBREW_)/
const FARTHEST = 2
/** Shorter names resemble too many others. */
const SHORTEST = 6

/**
 * Sentences about environment variables that have no effect but look like settings, such as a misspelled DATABASE_URL,
 * with which a server would start on an empty database.
 */
export function settingWarnings(env: Record<string, string | undefined>): string[] {
  const warnings = unknownSettings(env).map(({ name, meant }) =>
    meant
      ? `${name} isn't a setting of Vitrine and has no effect. Did you mean ${meant}?`
      : `${name} isn't a setting of Vitrine and has no effect. The settings are in docs/settings.md.`,
  )
  if (env.TZ && !isZone(env.TZ))
    warnings.push(
      `TZ is ${env.TZ}, which isn't a time zone that Vitrine knows, so local times such as BACKUP_AT are UTC. Set it to a name like Europe/Berlin.`,
    )
  return warnings
}

function unknownSettings(env: Record<string, string | undefined>) {
  const known = new Set<string>(SETTING_NAMES)
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || !env[name] || OTHERS.test(name) || isOfKubernetes(name, env)) return []
    const upper = name.toUpperCase()
    const nearest = SETTING_NAMES.map((setting) => ({ setting, distance: distanceOf(upper, setting) })).sort(
      (a, b) => a.distance - b.distance,
    )[0]
    const isClose = name.length >= SHORTEST && nearest !== undefined && nearest.distance <= FARTHEST
    if (!isClose && !OURS.test(upper) && !/^[A-Z0-9_]+_(URL|URI|DSN)$/.test(name)) return []
    const synonym = SYNONYMS.find(([pattern]) => pattern.test(upper))?.[1]
    const meant = synonym ?? (isClose ? nearest.setting : undefined)
    return [{ name, meant }]
  })
}

/** What other programs call these settings. */
const SYNONYMS: readonly [RegExp, string][] = [
  [/^(VITRINE_)?(POSTGRES(QL)?|PG|DB|DATABASE)_(URL|URI|DSN)$/, 'DATABASE_URL'],
  [/^(VITRINE_)?(BASE|APP|SITE|CONSOLE|ROOT|EXTERNAL)_URL$/, 'PUBLIC_URL'],
  [/^(VITRINE_)?(MAIL|EMAIL|MAILER)_(URL|DSN)$/, 'SMTP_URL'],
  [/^S3_(URL|URI)$/, 'S3_ENDPOINT'],
]

/** Variables of a service with such a name, like PLAYER_SERVICE_HOST and PLAYER_PORT_8081_TCP. */
const isOfKubernetes = (name: string, env: Record<string, string | undefined>) => {
  const service = /^(.+?)_(SERVICE_(HOST|PORT)|PORT(_|$))/.exec(name)?.[1]
  return service !== undefined && env[`${service}_SERVICE_HOST`] !== undefined
}

/** How many characters to insert, delete, replace, or swap with the next one (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > FARTHEST) return FARTHEST + 1
  let [last, before] = [Array.from({ length: b.length + 1 }, (_, n) => n), [] as number[]]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}

/** Node takes an unknown zone for UTC, and so it does with names in another case and rules like CET-1CEST. */
function isZone(text: string): boolean {
  const name = text.replace(/^:/, '')
  if (/^(UTC|GMT)([+-]\d{1,2})?$/.test(name)) return true
  if (!/^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
