import { PAGE_MAX, PAGE_MIN } from '@vitrine/contract/document/layout-document'
import { isSize, type Size } from '@vitrine/contract/document/sizes'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import { ShapeDrawing } from './shape-drawing.tsx'
import styles from './size.module.css'
import { UsualSizes } from './usual-sizes.tsx'

/** Sides as typed: half-typed ones are no numbers. */
export interface TypedSize {
  width: number | string
  height: number | string
}

/** The size, if both sides are within the limits. */
export function sizeTyped({ width, height }: TypedSize): Size | undefined {
  if (typeof width !== 'number' || typeof height !== 'number') return undefined
  return isSize({ width, height }) ? { width, height } : undefined
}

interface OtherSizeProps {
  value: TypedSize
  onChange: (value: TypedSize) => void
}

/** Usual sizes, and two sides to type. */
export function OtherSize({ value, onChange }: OtherSizeProps) {
  const { t } = useTranslation()
  const size = sizeTyped(value)
  return (
    <div className={styles.other}>
      <UsualSizes chosen={value} onChoose={onChange} />
      <div className={styles.sides}>
        <ShapeDrawing size={size ?? { width: 1, height: 1 }} side={56} />
        {(['width', 'height'] as const).map((side) => (
          <NumberInput
            key={side}
            label={t(`sizes.${side}`)}
            dir="ltr"
            min={PAGE_MIN}
            max={PAGE_MAX}
            allowDecimal={false}
            value={value[side]}
            error={!size}
            onChange={(length) => onChange({ ...value, [side]: length })}
          />
        ))}
      </div>
      <p className={styles.limits} data-tone={!size || undefined}>
        {t('sizes.limits')}
      </p>
    </div>
  )
}
