import type { Media } from '@vitrine/contract/api/content/media'
import type { MediaKind } from '@vitrine/contract/api/content/media-kinds'
import { WEB_TYPE } from '@vitrine/contract/sites/web-address'

type Shape = Pick<Media, 'mimetype'>

export function kindOf({ mimetype }: Shape): MediaKind {
  if (mimetype === WEB_TYPE) return 'web'
  if (mimetype.startsWith('video/')) return 'video'
  if (mimetype.startsWith('audio/')) return 'audio'
  if (mimetype.startsWith('font/')) return 'font'
  return mimetype.startsWith('image/') ? 'image' : 'package'
}

/** `image/svg+xml` → `SVG`, `video/quicktime` → `MOV`. */
export function typeName({ mimetype, web }: Shape & Partial<Pick<Media, 'web'>>): string {
  if (web?.stream) return 'HLS'
  const [, subtype = ''] = mimetype.split('/')
  const [plain = ''] = subtype.replace(/^x-/, '').split('+')
  return (SHORT[subtype] ?? plain).toUpperCase()
}
const SHORT: Record<string, string> = { html: 'web', quicktime: 'mov', mpeg: 'mp3', 'x-matroska': 'mkv' }

/** Formats seconds as `1:05` or `1:00:05`. */
export function clockLength(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}
