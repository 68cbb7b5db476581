import type { Media } from '@vitrine/contract/media'
import type { TextKey } from '#lib/i18n.ts'

export const KINDS = ['image', 'video', 'package'] as const
export type MediaKind = (typeof KINDS)[number]

type Shape = Pick<Media, 'mimetype'>

export function kindOf({ mimetype }: Shape): MediaKind {
  if (mimetype.startsWith('video/')) return 'video'
  return mimetype.startsWith('image/') ? 'image' : 'package'
}

/** `image/svg+xml` → `SVG`, `video/quicktime` → `MOV`. */
export function typeName({ mimetype }: Shape): string {
  const [, subtype = ''] = mimetype.split('/')
  return (SHORT[subtype] ?? subtype.replace(/^x-|\+.*$/g, '')).toUpperCase()
}
const SHORT: Record<string, string> = { quicktime: 'mov', 'x-matroska': 'mkv' }

/** Seconds as `1:05` or `1:00:05`. */
export function clockLength(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}

/** Bytes in the unit that a person would choose: `940 kB`, `1.4 MB`. */
export function fileSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${units[step]}`
}

/** What may look or play badly on screens, as texts of the locale. Full HD is what most screens are. */
export function warningsOf(media: Pick<Media, 'mimetype' | 'width' | 'height' | 'codec'>): TextKey[] {
  const { width, height, codec } = media
  const warnings: TextKey[] = []
  if (width && height && media.mimetype !== 'image/svg+xml' && Math.max(width, height) < 1920)
    warnings.push('media.warnSoft')
  if (codec && /^(hev|hvc|dvh)/.test(codec)) warnings.push('media.warnHevc')
  if (codec?.startsWith('av01')) warnings.push('media.warnAv1')
  return warnings
}
