import { trimSlashes } from '@vitrine/contract/trim-slashes'

/** The API's base unless config.json beside index.html sets one: our own origin. */
const FALLBACK_API_BASE = '/api'

let base = FALLBACK_API_BASE

/** The API's base URL without a trailing slash. */
export const apiBase = (): string => base

/** Applies `{ "apiBase": "…" }`; ignores anything else. */
export function applyConfig(config: unknown): void {
  if (typeof config !== 'object' || config === null || !('apiBase' in config)) return
  if (typeof config.apiBase === 'string' && config.apiBase.trim()) base = trimSlashes(config.apiBase.trim())
}
