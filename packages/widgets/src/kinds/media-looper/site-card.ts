import { webUrl } from '@vitrine/contract/sites/allowed-sites'
import { FILL } from './surround.ts'

/** A card with the host name, for the console, which doesn't open sites. */
export function siteCard(address: string): HTMLElement {
  const element = document.createElement('div')
  const host = document.createElement('div')
  element.style.cssText = `${FILL}display:flex;align-items:center;justify-content:center;background:linear-gradient(160deg,#1c3d6e,#0b1730);color:#fff;container-type:size;`
  host.style.cssText =
    'max-width:90%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font:600 min(8cqw,20cqh) "IBM Plex Sans Variable",Arial,sans-serif;'
  host.dir = 'ltr'
  host.textContent = webUrl(address)?.host ?? address
  element.append(host)
  return element
}
