/** Bytes in one answer: browsers refuse an answer whose headers have more than 256 kB. */
const BYTES_MAX = 128 * 1024
/** Bytes that would end a header. Browsers accept all others in the name of a cookie. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/
/** Other characters can't be part of the `Path` of a cookie, or of the path of a request. */
const PATH = /^\/[\x21-\x3a\x3c-\x7e]*$/
const HOST = /^[\w.-]+$/
/** Browsers accept such names from secure pages only, and the first without a domain. They ignore case. */
const OF_HOST = /^__host(http)?-/i
const SECURE = /^__(host|secure|http|hosthttp)-/i

/**
 * Headers that delete the cookies of a request whose headers were too large, in Latin-1. Vitrine has no cookies, but
 * browsers send those of every port of a host, and web packages can set them: over plain HTTP, a screen couldn't load
 * its player again.
 * @param request its beginning, in Latin-1
 */
export function deletedCookies(request: string): string[] {
  const cookies = (/^cookie:(.*)/im.exec(request)?.[1] ?? '').split(';').map((cookie) => cookie.trim())
  if (cookies.length === 1 && cookies[0] === '') return []
  // Without a `=`, it is the value of a cookie without a name. Such a value may also contain one.
  const names = new Set(['', ...cookies.map((cookie) => (cookie.includes('=') ? nameOf(cookie) : ''))])
  const path = /^[A-Z]+ ([^\s?]+)/.exec(request)?.[1] ?? '/'
  const host = /^host: *([^\s:]+)/im.exec(request)?.[1] ?? ''
  const lines = placesOf(path).flatMap((place) =>
    domainsOf(host).flatMap((domain) =>
      [...names]
        .filter((name) => !CONTROL.test(name) && !(OF_HOST.test(name) && (domain || place !== '; Path=/')))
        // A value, because browsers ignore a cookie that has neither a name nor a value.
        .map((name) => `Set-Cookie: ${name}=-; Max-Age=0${place}${domain}${flagsOf(name)}`),
    ),
  )
  return some(lines)
}

const nameOf = (cookie: string) => cookie.slice(0, cookie.indexOf('=')).trim()

const flagsOf = (name: string) => (SECURE.test(name) ? '; Secure; HttpOnly' : '')

/** Those that fit into an answer. Every answer to a page that loads again deletes others. */
function some(lines: string[]): string[] {
  const size = lines.reduce((sum, line) => sum + line.length + 2, 0)
  if (size <= BYTES_MAX) return lines
  let left = BYTES_MAX
  const shuffled = lines.map((line) => ({ line, at: Math.random() })).sort((one, other) => one.at - other.at)
  return shuffled.flatMap(({ line }) => {
    left -= line.length + 2
    return left >= 0 ? [line] : []
  })
}

/** Paths whose cookies are sent with a path. Without a `Path`, a browser takes the folder of the request. */
function placesOf(path: string): string[] {
  if (!PATH.test(path)) return ['; Path=/', '']
  const folders = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  const places = ['/', path, ...folders.slice(1).flatMap((folder) => [folder, `${folder}/`])]
  return [...new Set(places)].map((place) => `; Path=${place}`)
}

/** Of the host alone, of the host, and of the domains that it belongs to. An address has none. */
function domainsOf(host: string): string[] {
  const labels = host.split('.')
  if (!HOST.test(host) || labels.every((label) => /^\d*$/.test(label))) return ['']
  const domains = labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'))
  return ['', ...domains.map((domain) => `; Domain=${domain}`)]
}
