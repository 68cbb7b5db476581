import { BlockList, isIP } from 'node:net'
import { addressKey } from './address-key.ts'

interface Call {
  ip: string
  headers: Record<string, string | string[] | undefined>
  /** Only set with trusted proxies. */
  ips?: readonly string[] | undefined
}

const local = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  local.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  local.addSubnet(network, bits, 'ipv6')

/**
 * Identifies a caller's network, to tell whether two callers share one: `local` for private addresses, else the public
 * address. Null behind a proxy that isn't named in TRUSTED_PROXIES, where all callers seem to share one address.
 */
export function networkOf({ ip, headers, ips }: Call): string | null {
  const isForwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => headers[name])
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if ((isForwarded && !ips) || !isIP(plain)) return null
  return local.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4') ? 'local' : addressKey(plain)
}
