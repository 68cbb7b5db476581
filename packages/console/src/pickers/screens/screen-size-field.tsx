import { Select } from '@mantine/core'
import { SCREEN_SIZES, type ScreenSize } from '@vitrine/contract/api/content/layouts'
import { PAGE_MAX, PAGE_MIN } from '@vitrine/contract/document/layout-document'
import { type Size, USUAL_SIZES } from '@vitrine/contract/document/sizes'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { useValueField } from '#ui/form/fields/use-value-field.ts'
import { pictured } from '#ui/screen/pictured.tsx'
import { ShapeDrawing } from '#ui/size/shape-drawing.tsx'
import styles from '#ui/size/size.module.css'
import { sizeText } from '#ui/size/size-text.ts'
import { UsualSizes } from '#ui/size/usual-sizes.tsx'

const OTHER = 'other'
const KNOWN = Object.entries(SCREEN_SIZES) as [`${ScreenSize}`, Size][]

interface Values {
  screenSize: ScreenSize
  otherSize?: Size | null
}

const sizeOfKey = (key: string): Size | undefined => KNOWN.find(([known]) => known === key)?.[1]

/** The size of a screen: one of the specified ones, or any other. Sets `screenSize` and `otherSize`. */
export function ScreenSizeField({ label, hint }: { label: string; hint?: string }) {
  const { t } = useTranslation()
  const { setValue } = useFormContext<Values>()
  const otherSize = useWatch<Values, 'otherSize'>({ name: 'otherSize' })
  const { shared, value, onChange } = useValueField({ name: 'screenSize', label, ...(hint && { hint }) })
  const choose = (size: Size | null) =>
    setValue('otherSize', size, { shouldDirty: true, shouldValidate: true })
  const chosen = otherSize ? OTHER : String(value)
  const pictureOf = (key: string) => {
    const size = key === OTHER ? (otherSize ?? USUAL_SIZES.ribbon) : sizeOfKey(key)
    return size && <ShapeDrawing size={size} side={28} />
  }
  return (
    <>
      <Select
        {...shared}
        renderOption={pictured(pictureOf)?.renderOption}
        data={[
          ...KNOWN.map(([key, size]) => ({ value: key, label: sizeText(size) })),
          { value: OTHER, label: t('sizes.other') },
        ]}
        allowDeselect={false}
        value={chosen}
        onChange={(next) => {
          if (next === OTHER) return choose({ ...USUAL_SIZES.ribbon })
          if (otherSize) choose(null)
          onChange(Number(next))
        }}
      />
      {otherSize && (
        <div className={styles.other}>
          <UsualSizes chosen={otherSize} onChoose={choose} />
          <div className={styles.sides}>
            <ShapeDrawing size={otherSize} side={56} />
            {(['width', 'height'] as const).map((side) => (
              <NumberField
                key={side}
                name={`otherSize.${side}`}
                label={t(`sizes.${side}`)}
                min={PAGE_MIN}
                max={PAGE_MAX}
                required
              />
            ))}
          </div>
        </div>
      )}
    </>
  )
}
