import type { Media } from '@vitrine/contract/api/content/media'
import type { TextKey } from '#lib/text/i18n.ts'

/** Warnings about files that may look or play badly on screens, most of which are full HD. */
export function warningsOf(media: Pick<Media, 'mimetype' | 'width' | 'height' | 'codec'>): TextKey[] {
  const { width, height, codec } = media
  const warnings: TextKey[] = []
  if (width && height && media.mimetype !== 'image/svg+xml' && Math.max(width, height) < 1920)
    warnings.push('media.warnSoft')
  if (codec && /^(hev|hvc|dvh)/.test(codec)) warnings.push('media.warnHevc')
  if (codec?.startsWith('av01')) warnings.push('media.warnAv1')
  return warnings
}
