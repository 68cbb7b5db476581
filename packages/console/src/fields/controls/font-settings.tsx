import { SegmentedControl, Select } from '@mantine/core'
import { TextAlignCenterIcon } from '@phosphor-icons/react/dist/csr/TextAlignCenter'
import { TextAlignLeftIcon } from '@phosphor-icons/react/dist/csr/TextAlignLeft'
import { TextAlignRightIcon } from '@phosphor-icons/react/dist/csr/TextAlignRight'
import { ALIGNMENTS, type Alignment } from '@vitrine/contract/fields/kinds/font-settings'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#fields/control.ts'
import styles from '#fields/fields.module.css'
import { StyleButtons } from './style-buttons.tsx'

const SIGNS = { left: TextAlignLeftIcon, center: TextAlignCenterIcon, right: TextAlignRightIcon } as const

export function FontSettingsControl({
  id,
  value,
  onChange,
  host,
  describedBy,
}: ControlProps<'font-settings'>) {
  const { t } = useTranslation()
  const { font } = value
  const fonts = font === undefined || host.fonts.includes(font) ? host.fonts : [...host.fonts, font]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in one line in all browsers
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={styles.line}>
      <Select
        className={styles.grow}
        size="xs"
        aria-label={t('fields.font')}
        data={[...fonts]}
        value={font ?? null}
        placeholder={t('designer.mixed')}
        allowDeselect={false}
        onChange={(next) => next && onChange({ ...value, font: next })}
        renderOption={({ option }) => <span style={{ fontFamily: `"${option.value}"` }}>{option.label}</span>}
      />
      <div className={styles.line}>
        <StyleButtons value={value} onChange={(style) => onChange({ ...value, ...style })} />
        {/* Left is left in every language, because pages are never mirrored. */}
        <SegmentedControl
          dir="ltr"
          size="xs"
          aria-label={t('fields.alignment')}
          value={value.alignment ?? ''}
          onChange={(alignment) => onChange({ ...value, alignment: alignment as Alignment })}
          data={ALIGNMENTS.map((alignment) => {
            const Sign = SIGNS[alignment]
            return {
              value: alignment,
              label: (
                <>
                  <Sign size={16} aria-hidden="true" style={{ display: 'block' }} />
                  <span className="visually-hidden">{t(`fields.align.${alignment}`)}</span>
                </>
              ),
            }
          })}
        />
      </div>
    </div>
  )
}
