import { trimSlashes } from '@vitrine/contract/trim-slashes'

/** Where the API is when config.json beside index.html does not say: the same origin, no foreign hosts. */
const FALLBACK_API_BASE = '/api'

let base = FALLBACK_API_BASE

/** The API's address without a slash at its end. */
export const apiBase = (): string => base

/** Takes `{ "apiBase": "…" }`; anything else leaves the fallback. */
export function applyConfig(config: unknown): void {
  if (typeof config !== 'object' || config === null || !('apiBase' in config)) return
  if (typeof config.apiBase === 'string' && config.apiBase.trim()) base = trimSlashes(config.apiBase.trim())
}
