import type { Settings } from '#lib/env.ts'

const SECRET = /PASSWORD|SECRET|TOKEN|KEY/

/** The settings in use, safe for a log: secrets only as set or not, URLs without user, password and path. */
export function shownSettings(settings: Settings): Record<string, unknown> {
  const shown = Object.entries(settings).map(([name, value]) => {
    if (value === undefined) return [name, undefined]
    if (SECRET.test(name)) return [name, 'set']
    return [name, /_(URL|PROXY)$/.test(name) && name !== 'NO_PROXY' ? addressOf(String(value)) : value]
  })
  return Object.fromEntries(shown)
}

/** SMS_URL has the account in its path, DATABASE_URL the database's name, which is no secret. */
function addressOf(text: string): string {
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${protocol.startsWith('postgres') ? pathname : ''}`
}
