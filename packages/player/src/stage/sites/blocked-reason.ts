import { isAllowed, webUrl } from '@vitrine/contract/sites/allowed-sites'

/** Why an address must not be open, now or any more. */
export function blockedReason(address: string, sites: readonly string[]): string | undefined {
  const url = webUrl(address)
  if (!url || !isAllowed(sites, address))
    return `${url?.host ?? address} isn't on the organization's list of allowed websites`
  // With the player's own origin it could reach the player.
  if (url.origin === location.origin) return "The player can't show itself"
  if (location.protocol === 'https:' && url.protocol === 'http:')
    return "A player on HTTPS can't open HTTP pages"
  return undefined
}
