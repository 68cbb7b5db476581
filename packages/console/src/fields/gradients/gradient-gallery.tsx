import { Select } from '@mantine/core'
import { gradientText } from '@vitrine/contract/fields/color'
import { INDUSTRIES, type Industry } from '@vitrine/widgets/template'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoving } from '#ui/list/use-roving.ts'
import styles from './gradient-gallery.module.css'
import { readyMadeOf } from './ready-made.ts'

/** Ready-made gradients by industry. `value`: the gradient that is chosen now. */
export function GradientGallery({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const [industry, setIndustry] = useState<Industry>('general')
  const grid = useRef<HTMLDivElement>(null)
  useRoving(grid)
  const name = t(`templateGallery.industries.${industry}`)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border in forms
    <div role="group" aria-label={t('fields.readyMade')} className={styles.gallery}>
      <Select
        size="xs"
        aria-label={t('fields.readyMadeFor')}
        value={industry}
        data={INDUSTRIES.map((one) => ({ value: one, label: t(`templateGallery.industries.${one}`) }))}
        onChange={(next) => setIndustry(INDUSTRIES.find((one) => one === next) ?? industry)}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('fields.noMatch')}
      />
      <div ref={grid} className={styles.gradients}>
        {readyMadeOf(industry)
          .map(gradientText)
          .map((text, index) => (
            <button
              key={text}
              type="button"
              className={styles.choice}
              style={{ background: text }}
              aria-label={t('fields.readyMadeNumber', { name, number: index + 1 })}
              aria-pressed={text === value}
              onClick={() => onChange(text)}
            />
          ))}
      </div>
    </div>
  )
}
