import { webUrl } from './allowed-sites.ts'
import { hasValue, withoutValues } from './screen-address.ts'

/** `media.mimetype` of a web page, which has an address in place of a file. */
export const WEB_TYPE = 'text/html'
export const ADDRESS_MAX = 2000

/** Why an address can't be a medium. */
export type AddressProblem = 'url' | 'credentials'

export interface WebAddress {
  /** The URL that screens open; for YouTube and Vimeo, that of the embedded player. */
  address: string
  host: string
  /** The URL seems to contain a secret, which every screen and every user of the library can see. */
  hasToken: boolean
}

const SECRET =
  /(^|[-_.])(token|key|apikey|auth|secret|password|passwd|pwd|sig|signature|jwt|session)([-_.]|$)/i

/**
 * Parses a typed URL. Rejects passwords, because browsers drop them in frames while logs keep them. Values of the screen
 * may be in the path and after it, never in what names the site.
 */
export function readWebAddress(typed: string): WebAddress | AddressProblem {
  const { plain, back } = withoutValues(typed) ?? {}
  const url = webUrl(plain ?? '')
  if (!url || !back || typed.length > ADDRESS_MAX || hasValue(url.host)) return 'url'
  if (url.username || url.password) return 'credentials'
  const address = back(videoPlayer(url) ?? url.href)
  const [, ...parts] = url.href.split(/[?&#]/)
  const names = parts.map((part) => part.split('=')[0] ?? '')
  return {
    address,
    host: webUrl(address)?.host ?? url.host,
    hasToken: names.some((name) => SECRET.test(name)),
  }
}

export const isWebAddress = (read: WebAddress | AddressProblem): read is WebAddress =>
  typeof read === 'object'

/** Whether a URL is an HLS playlist, so a live video. */
export const isStreamAddress = (address: string): boolean => /\.m3u8$/i.test(webUrl(address)?.pathname ?? '')

const YOUTUBE = /^(www\.|m\.)?(youtube\.com|youtube-nocookie\.com)$/
const VIMEO = /^(www\.|player\.)?vimeo\.com$/
const VIDEO_HOSTS = /^https:\/\/(www\.youtube-nocookie\.com\/embed|player\.vimeo\.com\/video)\//

/** Whether an address is one that `readWebAddress` made for a video page. */
export const isVideoPlayer = (address: string): boolean => VIDEO_HOSTS.test(address)

/** The privacy-friendly player of a YouTube or Vimeo page: it starts silent, and again at its end. */
function videoPlayer({ hostname, pathname, search }: { hostname: string; pathname: string; search: string }) {
  if (YOUTUBE.test(hostname) || hostname === 'youtu.be') {
    const path = hostname === 'youtu.be' ? pathname : /^\/(?:embed|live|shorts)(\/[^/]+)/.exec(pathname)?.[1]
    const id = /^\/([\w-]{6,20})$/.exec(path ?? '')?.[1] ?? /[?&]v=([\w-]{6,20})(?:&|$)/.exec(search)?.[1]
    if (id === undefined) return undefined
    const settings = `autoplay=1&mute=1&controls=0&rel=0&playsinline=1&loop=1&playlist=${id}`
    return `https://www.youtube-nocookie.com/embed/${id}?${settings}`
  }
  if (!VIMEO.test(hostname)) return undefined
  const [, id, hash = ''] = /^\/(?:video\/)?(\d{5,15})(?:\/(\w{6,20}))?\/?$/.exec(pathname) ?? []
  if (id === undefined) return undefined
  const shared = hash || /[?&]h=(\w{6,20})(?:&|$)/.exec(search)?.[1]
  const settings = 'autoplay=1&muted=1&loop=1&controls=0&dnt=1'
  return `https://player.vimeo.com/video/${id}?${shared ? `h=${shared}&` : ''}${settings}`
}
