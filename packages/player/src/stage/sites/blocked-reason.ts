import { isAllowed, webUrl } from '@vitrine/contract/sites/allowed-sites'

/** Why an address must not be opened, or must be closed; undefined if it may be open. */
export function blockedReason(address: string, sites: readonly string[]): string | undefined {
  const url = webUrl(address)
  if (!url || !isAllowed(sites, address))
    return `${url?.host ?? address} isn't on the organization's list of allowed websites`
  // On the player's own origin it could access the player.
  if (url.origin === location.origin) return "The player can't show itself"
  if (location.protocol === 'https:' && url.protocol === 'http:')
    return "A player on HTTPS can't open HTTP pages"
  return undefined
}
