import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { EgressRefused } from './refused.ts'

/**
 * Every address that isn't public: this machine, local networks, link-local (cloud metadata), carrier NAT,
 * documentation, benchmarking, multicast, reserved. IANA special-purpose registries (RFC 6890 and its updates).
 */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4')
/** In IPv6 only global unicast is public, without its ranges for other purposes (6to4, Teredo, documentation). */
const PUBLIC6 = new BlockList()
PUBLIC6.addSubnet('2000::', 3, 'ipv6')
const PRIVATE6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE6.addSubnet(net, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !PRIVATE.check(address, 'ipv4')
  if (isIP(address) === 6) return PUBLIC6.check(address, 'ipv6') && !PRIVATE6.check(address, 'ipv6')
  return false
}

/** Milliseconds for the first try of a name server; the second one waits twice as long. */
const TIMEOUT_MS = 1500
const TRIES = 2
/** What a name server answers for a name without addresses. */
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA'])
/** Minimum milliseconds for a refusal: the name server's speed would tell names of the local network from others. */
const REFUSAL_MS = 300

/**
 * Names that only this machine or its network knows: RFC 6761, 6762, and 8375, and top-level domains that ICANN reserves
 * for private use or never assigns because networks use them.
 */
const LOCAL_DOMAIN = /\.(localhost|local|internal|home\.arpa|home|corp|lan|intranet)\.?$/i
export const isLocalName = (name: string) => !name.includes('.') || LOCAL_DOMAIN.test(name)

/**
 * Resolves a name and only returns public addresses, which prevents DNS rebinding if they are connected to. It asks the
 * name servers itself: the system's lookup waits for silent ones in one of two threads, for 20 seconds and more, and the
 * database, the storage, and email wait for these threads. A name that doesn't exist is refused like one with private
 * addresses, because the difference would reveal which names exist in the local network.
 *
 * `servers`: others than the system's, as `address:port`.
 */
export function newPublicLookup(servers?: readonly string[]): LookupFunction {
  return (hostname, _options, callback) => {
    resolve(hostname, servers).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    )
  }
}

async function resolve(hostname: string, servers: readonly string[] | undefined) {
  if (isLocalName(hostname)) throw notPublic()
  // A new one each time, because it reads the system's settings once.
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const started = performance.now()
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index ? 6 : 4 })) : [],
  )
  if (found.length > 0 && found.every(({ address }) => isPublicAddress(address))) return found
  const failed = answers.find(
    (answer) => answer.status === 'rejected' && !NO_ADDRESS.has((answer.reason as { code: string }).code),
  )
  if (found.length === 0 && failed?.status === 'rejected') throw failed.reason
  await setTimeout(REFUSAL_MS - (performance.now() - started))
  throw notPublic()
}

/**
 * Whether a name's addresses are public; `unknown` if it has none, as where only the proxy finds names of the internet.
 */
export async function reachOf(hostname: string): Promise<'public' | 'local' | 'unknown'> {
  if (isIP(hostname)) return isPublicAddress(hostname) ? 'public' : 'local'
  if (isLocalName(hostname)) return 'local'
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length === 0) return 'unknown'
  return found.every(isPublicAddress) ? 'public' : 'local'
}

export const notPublic = () => new EgressRefused("This address isn't on the public internet", 'local')
