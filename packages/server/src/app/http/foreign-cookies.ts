/** Characters that can be repeated in a header. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const PATH = /^[\w./-]+$/
const HOST = /^[\w.-]+$/
const LINES_MOST = 1000

/**
 * Headers that delete the cookies of a request whose headers were too large. Vitrine has no cookies, but browsers send
 * those of every port of a host, and web packages can set them: over plain HTTP, a screen couldn't load its player again.
 * @param request its beginning, as received
 */
export function deletedCookies(request: string): string[] {
  const names = (/^cookie:(.*)/im.exec(request)?.[1] ?? '')
    .split(';')
    .map((cookie) => cookie.split('=')[0]?.trim() ?? '')
    .filter((name) => NAME.test(name))
  const path = /^[A-Z]+ ([^\s?]+)/.exec(request)?.[1] ?? '/'
  const host = /^host: *([^\s:]+)/im.exec(request)?.[1] ?? ''
  const lines = [...new Set(names)].flatMap((name) =>
    placesOf(path).flatMap((place) =>
      domainsOf(host).map((domain) => `Set-Cookie: ${name}=; Max-Age=0; Path=${place}${domain}`),
    ),
  )
  return lines.slice(0, LINES_MOST)
}

/** Paths whose cookies are sent with a path. */
function placesOf(path: string): string[] {
  if (!PATH.test(path)) return ['/']
  const folders = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  return [...new Set(['/', path, ...folders.slice(1).flatMap((folder) => [folder, `${folder}/`])])]
}

/** Of the host alone, of the host, and of the domains that it belongs to. An address has none. */
function domainsOf(host: string): string[] {
  const labels = host.split('.')
  if (!HOST.test(host) || labels.every((label) => /^\d*$/.test(label))) return ['']
  const domains = labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'))
  return ['', ...domains.map((domain) => `; Domain=${domain}`)]
}
