import { useRef } from 'react'
import { apiBase } from './server/config.ts'
import { useSession } from './session/session.ts'

/**
 * The token for file URLs. While a session ends, visible files keep the last one, to avoid refetching without a
 * token.
 */
export function useFileToken(): string {
  const token = useSession((state) => state.profile?.mediaToken ?? state.token ?? '')
  const last = useRef(token)
  if (token) last.current = token
  return last.current
}

/**
 * Builds file URLs for `<img>` and `<video>`, which can't send headers: the media token is in the query. Accepts an
 * API path (`/media/…`) or a URL from an API response. Never show, copy or log the result.
 */
export function useFileUrl(): (path: string) => string {
  const token = useFileToken()
  return (path) => fileUrl(path, token)
}

export function fileUrl(path: string, token: string): string {
  const absolute = /^https?:/.test(path) || path.startsWith(`${apiBase()}/`)
  const address = absolute ? path : apiBase() + (path.startsWith('/') ? path : `/${path}`)
  return `${address}${address.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`
}
