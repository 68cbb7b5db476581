import type { Media } from '@vitrine/contract/api/content/media'
import i18next from 'i18next'
import { leftToRight } from '#lib/text/left-to-right.ts'
import { clockLength } from '#pictures/media/media-facts.ts'

type Measured = Pick<Media, 'width' | 'height' | 'duration'>

/** Aspect ratios that differ by less look the same. */
const SHAPE = 0.01
/** In seconds. */
const LENGTH = 0.5

/** Visible differences between two versions of a file, as text. */
export function differences(before: Measured, after: Measured): string[] {
  const warnings: string[] = []
  const shapes = [before, after].map(shapeOf)
  const [old, next] = shapes
  if (old && next && Math.abs(old / next - 1) > SHAPE)
    warnings.push(i18next.t('media.replace.warnShape', { before: sizeText(before), after: sizeText(after) }))
  const { duration: was } = before
  const { duration: will } = after
  if (was !== null && will !== null && Math.abs(was - will) > LENGTH)
    warnings.push(
      i18next.t('media.replace.warnLength', { before: clockLength(was), after: clockLength(will) }),
    )
  return warnings
}

const shapeOf = ({ width, height }: Measured): number | undefined =>
  width && height ? width / height : undefined

export const sizeText = ({ width, height }: Measured): string =>
  width && height ? leftToRight(`${width} × ${height}`) : ''
