import { SegmentedControl } from '@mantine/core'
import { TextAlignCenterIcon } from '@phosphor-icons/react/dist/csr/TextAlignCenter'
import { TextAlignLeftIcon } from '@phosphor-icons/react/dist/csr/TextAlignLeft'
import { TextAlignRightIcon } from '@phosphor-icons/react/dist/csr/TextAlignRight'
import { ALIGNMENTS, type Alignment } from '@vitrine/contract/fields/kinds/font-settings'
import { ownFontId } from '@vitrine/contract/fields/own-font'
import type { Values } from '@vitrine/contract/fields/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#fields/control.ts'
import styles from '#fields/fields.module.css'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { StyleButtons } from './style-buttons.tsx'

const SIGNS = { left: TextAlignLeftIcon, center: TextAlignCenterIcon, right: TextAlignRightIcon } as const

const FontSelect = lazyPart(async () => (await import('./late-font.ts')).lateFont.FontSelect)

const FontPartsForm = lazyPart(async () => (await import('./late-font.ts')).lateFont.FontPartsForm)

/** Font, style, and alignment, unless it is not `aligned`; the rest behind a disclosure. */
export function FontSettingsControl({
  id,
  field,
  value,
  onChange,
  host,
  describedBy,
  aligned = true,
}: ControlProps<'font-settings'>) {
  const { t } = useTranslation()
  const { font } = value
  const lettersOnly = field.lettersOnly === true
  const changeStyle = async (style: Partial<typeof value>) => {
    const next = { ...value, ...style }
    if (font === undefined || ownFontId(font) === undefined) return onChange(next)
    // Without the list, browsers make a poor bold or italic.
    const loaded = Promise.all([import('./late-font.ts'), host.openFonts?.() ?? []])
    const found = await loaded
      .then(([{ lateFont }, own]) => lateFont.faceFor(font, own, next))
      .catch(() => font)
    onChange({ ...next, font: found })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in one line in all browsers
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={styles.line}>
      <Waiting quiet>
        <FontSelect
          font={font}
          placeholder={t(lettersOnly ? 'fields.usualFont' : 'designer.mixed')}
          clearable={lettersOnly}
          host={host}
          onChange={(next) => {
            const { font: _, ...rest } = value
            if (next || lettersOnly) onChange(next ? { ...rest, font: next } : rest)
          }}
        />
      </Waiting>
      <div className={styles.line}>
        <StyleButtons value={value} sizes={!lettersOnly} onChange={(style) => void changeStyle(style)} />
        {!lettersOnly && aligned && (
          <AlignmentButtons
            value={value.alignment}
            onChange={(alignment) => onChange({ ...value, alignment })}
          />
        )}
      </div>
      <MoreSettings {...{ value, lettersOnly, aligned, host, onChange }} />
    </div>
  )
}

/** Left is left in every language, because pages are never mirrored. */
function AlignmentButtons({
  value = '',
  onChange,
}: {
  value: Alignment | '' | undefined
  onChange: (alignment: Alignment) => void
}) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      dir="ltr"
      size="xs"
      aria-label={t('fields.alignment')}
      value={value}
      onChange={(alignment) => onChange(alignment as Alignment)}
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
  )
}

type Font = ControlProps<'font-settings'>
type MoreSettingsProps = Pick<Font, 'value' | 'onChange' | 'host'> & {
  lettersOnly: boolean
  aligned: boolean
}

/** The rest of a style, drawn when it is opened. */
function MoreSettings({ value, lettersOnly, aligned, host, onChange }: MoreSettingsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('fields.moreFont')}</summary>
      {open && (
        <Waiting quiet>
          <FontPartsForm
            value={value as Values}
            lettersOnly={lettersOnly}
            aligned={aligned}
            host={host}
            onChange={(next) => onChange(next as typeof value)}
          />
        </Waiting>
      )}
    </details>
  )
}
