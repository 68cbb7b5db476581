import { BlockList, isIP } from 'node:net'
import { type Actor, ROLE_AREAS, ROLES } from '@vitrine/contract/permissions'

type Rights = Omit<Actor, 'kiosk'>

/**
 * What a key may do: never more than its maker may at this moment, and where; and never what only super admins may.
 */
export function rightsOfKey(key: Rights, maker: Rights): Rights {
  const limits = [...(key.limits ?? []), ...(maker.limits ?? [])]
  // A key has no custom role, and shows what its maker's does.
  const shown = maker.reads ? { reads: maker.reads } : {}
  const isLimited = key.role === ROLES.user || maker.role === ROLES.user
  if (!isLimited) return { role: ROLES.admin, permissions: [], limits, ...shown }
  const [ofKey, ofMaker] = [key, maker].map(({ role, permissions }) =>
    role === ROLES.user ? permissions : ROLE_AREAS,
  )
  const permissions = ofKey?.filter((each) => ofMaker?.includes(each)) ?? []
  return { role: ROLES.user, permissions, limits, ...shown }
}

/** Whether an address is in one of the networks; no networks allow every address. */
export function isFrom(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true
  // IPv4 on a socket for both families.
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    list.addSubnet(base, Number(bits ?? (isIP(base) === 6 ? 128 : 32)), family(base))
  }
  return isIP(address) !== 0 && list.check(address, family(address))
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
