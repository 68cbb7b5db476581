/** The part of URL that browsers and Node share, without their types. */
export interface WebUrl {
  href: string
  protocol: string
  username: string
  password: string
  host: string
  hostname: string
  port: string
  pathname: string
  search: string
  origin: string
}
declare const URL: new (address: string) => WebUrl

/** Allows every site. */
export const ANY_SITE = '*'
/** Maximum sites on an organization's list. */
export const ALLOWED_SITES_MAX = 100
const HOST_MAX = 253

/**
 * Normalizes a site for the list: a host in lowercase with any non-default port, or `*`. Takes URLs and `*.example.org`
 * too, because an entry includes its subdomains. `undefined` for anything else.
 */
export function readSite(typed: string): string | undefined {
  const text = typed.trim()
  if (text === ANY_SITE) return ANY_SITE
  const url = webUrl(text.replace(/^\*\./, ''))
  if (!url || url.username || url.password) return undefined
  const host = url.host.replace(/\.(?=:|$)/, '')
  return host.length <= HOST_MAX && /^([a-z0-9._-]+|\[[0-9a-f:]+\])(:\d+)?$/.test(host) ? host : undefined
}

/** Parses a typed URL, with `https` as the default scheme; `undefined` for anything but a web address. */
export function webUrl(typed: string): WebUrl | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
  } catch {
    return undefined
  }
}

const isAddressOrName = (host: string) => !host.includes('.') || /^[\d.]+$/.test(host)

/** Whether screens of an organization with this list may open an address. */
export function isAllowed(sites: readonly string[], address: string): boolean {
  const url = webUrl(address)
  return url !== undefined && sites.some((site) => covers(site, url))
}

function covers(site: string, { protocol, hostname, port }: WebUrl): boolean {
  if (site === ANY_SITE) return true
  const [, host = '', wanted] = /^(.*?)(?::(\d+))?$/.exec(site) ?? []
  if (wanted !== undefined && wanted !== (port || (protocol === 'https:' ? '443' : '80'))) return false
  const given = hostname.replace(/\.$/, '')
  return given === host || (!isAddressOrName(host) && given.endsWith(`.${host}`))
}

/** Sources of a content security policy that lets frames open only these sites. */
export const frameSources = (sites: readonly string[]): string =>
  sites.flatMap((site) => (site === ANY_SITE ? ['http:', 'https:'] : sourcesOf(site))).join(' ') || "'none'"

function sourcesOf(site: string): string[] {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(site) ?? []
  const hosts = isAddressOrName(host) ? [host] : [host, `*.${host}`]
  return hosts.flatMap((each) => ['http', 'https'].map((scheme) => `${scheme}://${each}:${port ?? '*'}`))
}

/** Entries of Chromium's `URLAllowlist`. There, a leading dot leaves out subdomains. */
export const chromiumAllowlist = (sites: readonly string[]): string[] =>
  sites.flatMap((site) => {
    if (site === ANY_SITE) return ['http://*', 'https://*']
    return [isAddressOrName(site.replace(/:\d+$/, '')) && !/^[\d[]/.test(site) ? `.${site}` : site]
  })
