import { webUrl } from './allowed-sites.ts'

const HOST_MAX = 253

/**
 * A host name of the console as typed, or as an address: in lowercase, without a port. `undefined` for an IP address, a
 * name without a dot, and anything else.
 */
export function readConsoleHost(typed: string): string | undefined {
  const url = webUrl(typed)
  if (!url || url.username || url.password || url.pathname !== '/' || url.search) return undefined
  const host = url.hostname.replace(/\.$/, '')
  const isName = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/.test(host)
  return isName && host.length <= HOST_MAX ? host : undefined
}
