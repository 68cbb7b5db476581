import { networkInterfaces } from 'node:os'

/** An origin with each of this machine's addresses in the local network; none if it listens on one address. */
export function localAddressesOf(origin: string, host: string): string[] {
  const { hostname } = new URL(origin)
  if (!isEveryAddress(host) || !isLoopback(hostname)) return []
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => withHost(origin, address))
}

/**
 * URLs of an origin to type on another machine, the best one first: the host that the caller used, then this machine's
 * addresses. An origin from a setting is the only one.
 */
export function addressesToType(origin: string, host: string, callersHost: string): string[] {
  if (!isLoopback(new URL(origin).hostname)) return [origin]
  const asCalled = isEveryAddress(host) && !isLoopback(callersHost) ? [withHost(origin, callersHost)] : []
  const found = [...new Set([...asCalled, ...localAddressesOf(origin, host)])]
  return found.length > 0 ? found : [origin]
}

/** URL of one of the three apps for the caller: from the setting, or on the host that it called. */
export function originAsCalled(origin: string, setting: string | undefined, callersHost: string): string {
  return setting === undefined ? withHost(origin, callersHost) : new URL(origin).origin
}

const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::'
const isLoopback = (hostname: string) => /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(hostname)

function withHost(origin: string, hostname: string): string {
  const address = new URL(origin)
  address.hostname = hostname
  return address.origin
}
