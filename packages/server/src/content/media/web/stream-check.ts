import type { WebCheck } from '@vitrine/contract/api/content/web-media'
import { webUrl } from '@vitrine/contract/sites/allowed-sites'
import { type EgressAnswer, fetchPublic } from '#lib/http/egress/egress.ts'
import { EgressRefused } from '#lib/http/egress/refused.ts'

/** Larger playlists slow screens down on every reload, which is every few seconds. */
const PLAYLIST_BYTES_MAX = 1024 * 1024
export const VARIANTS_MAX = 100
/** Maximum bytes to read of a segment; servers without range support may send more. */
const PIECE_BYTES_MAX = 1024 * 1024
const TIMEOUT_MS = 6000
const HOSTS_MAX = 10
/** Variants to try until one works, as players do. */
const VARIANTS_TRIED = 3
const CODECS_MAX = 10

/** The parts of a playlist (RFC 8216) that matter to screens. */
export interface Playlist {
  /** URLs of the variants' playlists; empty for a playlist of segments. */
  variants: string[]
  codecs: string[]
  /** URLs of the segments. */
  pieces: string[]
  /** URLs of everything else: audio, keys, and initialization segments. */
  others: string[]
  live: boolean
  encrypted: boolean
}

/** Parses a playlist; `undefined` for anything else. */
export function readPlaylist(text: string, address: string): Playlist | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines[0]?.trim() !== '#EXTM3U') return undefined
  const playlist: Playlist = {
    ...{ variants: [], codecs: [], pieces: [], others: [] },
    ...{ live: true, encrypted: false },
  }
  const add = (to: string[], uri: string | undefined) => {
    if (uri !== undefined && URL.canParse(uri, address)) to.push(new URL(uri, address).href)
  }
  let names: string[] | undefined
  for (const line of lines.map((each) => each.trim())) {
    if (line === '') continue
    if (!line.startsWith('#')) {
      if (names) add(names, line)
      names = undefined
    } else if (line.startsWith('#EXT-X-STREAM-INF:')) {
      names = playlist.variants
      const codecs = attribute(line, 'CODECS')?.split(',') ?? []
      for (const codec of codecs.map((each) => each.trim()))
        if (codec && !playlist.codecs.includes(codec) && playlist.codecs.length < CODECS_MAX)
          playlist.codecs.push(codec.slice(0, 40))
    } else if (line.startsWith('#EXTINF:')) names = playlist.pieces
    else if (/^#EXT-X-(SESSION-)?KEY:/.test(line)) {
      if (isProtected(line)) playlist.encrypted = true
      add(playlist.others, attribute(line, 'URI'))
    } else if (/^#EXT-X-(MAP|MEDIA):/.test(line)) add(playlist.others, attribute(line, 'URI'))
    else if (line === '#EXT-X-ENDLIST') playlist.live = false
  }
  return playlist
}

/** Of a tag: `NAME="value"` or `NAME=value`. */
function attribute(line: string, name: string): string | undefined {
  for (const [, key, quoted, plain] of line.matchAll(/[:,]([A-Z0-9-]+)=(?:"([^"]*)"|([^,"]*))/g))
    if (key === name) return quoted ?? plain
  return undefined
}

/** Whether a key needs a license (DRM). A key that anyone can load doesn't. */
const isProtected = (line: string): boolean =>
  /^SAMPLE-AES/.test(attribute(line, 'METHOD') ?? '') ||
  (attribute(line, 'KEYFORMAT') ?? 'identity') !== 'identity'

interface Loaded extends Playlist {
  /** The URL after redirects. */
  address: string
}

/**
 * Loads what a screen would load before playing a live video, and reports why that would fail. Throws like
 * `fetchPublic`. `started`: the first response, if any; used only if it allows every origin, because it was requested
 * without one.
 */
export async function checkStream(
  address: string,
  look: { localHosts: readonly string[]; playerOrigin: string; signal?: AbortSignal },
  started?: EgressAnswer,
): Promise<WebCheck> {
  const { playerOrigin } = look
  const deadline = performance.now() + TIMEOUT_MS
  const found = (problem: WebCheck['problem'], detail = '', last = address): WebCheck => ({
    ...{ problem, looked: true, detail, address: last },
  })
  const load = async (from: string, maxBytes: number, headers: Record<string, string> = {}) => {
    const timeout = Math.max(1, Math.round(deadline - performance.now()))
    const hasConversion =
      from === address &&
      started?.headers['access-control-allow-origin'] === '*' &&
      started.body.length <= maxBytes
    const options = { ...look, timeout, maxBytes, headers: { origin: playerOrigin, ...headers } }
    const answer = hasConversion ? started : await fetchPublic(from, options)
    if (answer.status >= 400) return found('status', String(answer.status), answer.address)
    if (playerOrigin.startsWith('https:') && answer.address.startsWith('http:'))
      return found('mixed-content', '', answer.address)
    const allowed = String(answer.headers['access-control-allow-origin'] ?? '')
    if (allowed !== '*' && allowed !== playerOrigin) return found('stream-cors', '', answer.address)
    return answer
  }
  const playlistAt = async (from: string): Promise<Loaded | WebCheck> => {
    const answer = await load(from, PLAYLIST_BYTES_MAX)
    if ('problem' in answer) return answer
    const playlist = readPlaylist(answer.body.toString('utf8'), answer.address)
    if (!playlist) return found('stream-broken', '', answer.address)
    if (playlist.encrypted) return found('stream-encrypted', '', answer.address)
    return { ...playlist, address: answer.address }
  }
  const withPiece = async (playlist: Loaded | WebCheck): Promise<Loaded | WebCheck> => {
    if ('problem' in playlist) return playlist
    const piece = playlist.pieces.at(-1)
    if (piece === undefined) return found('stream-broken', '', playlist.address)
    const sent = await load(piece, PIECE_BYTES_MAX, { range: 'bytes=0-0' }).catch(ignoreTooLarge)
    return sent && 'problem' in sent ? sent : playlist
  }
  /** If no variant works, returns the problem of the first. */
  const firstThatWorks = async (master: Loaded): Promise<Loaded | WebCheck> => {
    const [variant, ...others] = [...new Set(master.variants)].slice(0, VARIANTS_TRIED)
    if (variant === undefined) return withPiece(master)
    const first = playlistAt(variant).then(withPiece)
    const checked = await first.catch(() => undefined)
    if (checked && !('problem' in checked)) return checked
    for (const other of others) {
      if (performance.now() > deadline) break
      const next = await playlistAt(other)
        .then(withPiece)
        .catch(() => undefined)
      if (next && !('problem' in next)) return next
    }
    return first
  }
  try {
    const first = await playlistAt(address)
    if ('problem' in first) return first
    if (first.variants.length > VARIANTS_MAX) return found('stream-large', '', first.address)
    const playlist = await firstThatWorks(first)
    if ('problem' in playlist) return playlist
    const named = [first, playlist].flatMap((each) => [
      each.address,
      ...each.variants,
      ...each.others,
      ...each.pieces,
    ])
    const hosts = [...new Set(named.flatMap((each) => webUrl(each)?.host ?? []))].slice(0, HOSTS_MAX)
    const stream = { live: playlist.live, variants: first.variants.length || 1, codecs: first.codecs, hosts }
    return { ...found(null, '', first.address), stream }
  } catch (error) {
    if (error instanceof EgressRefused && error.reason === 'size') return found('stream-large')
    throw error
  }
}

/** Tolerates a segment larger than the requested range. */
function ignoreTooLarge(error: unknown): undefined {
  if (!(error instanceof EgressRefused) || error.reason !== 'size') throw error
}
