import type { Tokens } from '#lib/security/tokens.ts'
import { equalHashes } from '#lib/security/tokens.ts'

const PURPOSE = 'package-preview'
const HOUR = 60 * 60_000
/** Minimum lifetime of a key. It stays the same for a while, so that the browser can cache the files. */
const LIFETIME = 6 * HOUR
const WINDOW = 6 * HOUR

/** Grants access to one version of one package only: `<hash>.<expiry>.<signature>`. */
export function previewKey(tokens: Tokens, hash: string, now: number): string {
  const expires = (Math.floor(now / WINDOW) * WINDOW + WINDOW + LIFETIME).toString(36)
  return `${hash}.${expires}.${tokens.sign(PURPOSE, `${hash}.${expires}`)}`
}

/** The version that a key grants access to; undefined if the key is invalid or expired. */
export function versionOfKey(tokens: Tokens, key: string, now: number): string | undefined {
  const [hash = '', expires = '', signature = ''] = key.split('.')
  if (!equalHashes(signature, tokens.sign(PURPOSE, `${hash}.${expires}`))) return undefined
  return Number.parseInt(expires, 36) > now ? hash : undefined
}
