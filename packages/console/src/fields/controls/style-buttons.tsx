import { ActionIcon } from '@mantine/core'
import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown'
import { TextBIcon } from '@phosphor-icons/react/dist/csr/TextB'
import { TextItalicIcon } from '@phosphor-icons/react/dist/csr/TextItalic'
import { FONT_SIZES } from '@vitrine/contract/fields/fonts'
import { SIZE_MAX, SIZE_MIN } from '@vitrine/contract/fields/style'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#fields/fields.module.css'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import { MoreMenu } from '#ui/work/more-menu.tsx'

interface Style {
  isBold: boolean
  isItalic: boolean
  size: number
}

/** A three-state toggle: all, none, or only some. */
const pressed = (on: boolean | undefined) => on ?? 'mixed'

/** Bold, italic and font size. */
export function StyleButtons({
  value,
  sizes = true,
  onChange,
}: {
  value: Partial<Style>
  /** Whether it offers a size. */
  sizes?: boolean
  onChange: (style: Partial<Style>) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <ActionIcon
        variant={value.isBold ? 'light' : 'default'}
        aria-label={t('fields.bold')}
        aria-pressed={pressed(value.isBold)}
        onClick={() => onChange({ isBold: !value.isBold })}
      >
        <TextBIcon size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant={value.isItalic ? 'light' : 'default'}
        aria-label={t('fields.italic')}
        aria-pressed={pressed(value.isItalic)}
        onClick={() => onChange({ isItalic: !value.isItalic })}
      >
        <TextItalicIcon size={16} aria-hidden="true" />
      </ActionIcon>
      {sizes && <FontSize value={value.size} onChange={(size) => onChange({ size })} />}
    </>
  )
}

/**
 * The presets are small for large screens, so any size can be typed. Incomplete input stays local; only valid sizes
 * are emitted.
 */
function FontSize({ value, onChange }: { value: number | undefined; onChange: (size: number) => void }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<number | string>()
  return (
    <div className={styles.fontSize}>
      <NumberInput
        size="xs"
        dir="ltr"
        aria-label={t('fields.size')}
        hideControls
        allowDecimal={false}
        min={SIZE_MIN}
        max={SIZE_MAX}
        value={draft ?? value ?? ''}
        placeholder={value === undefined ? t('designer.mixed') : undefined}
        // With mixed sizes there is no value to step from.
        onKeyDown={(event) =>
          (draft ?? value) === undefined && /^Arrow(Up|Down)$/.test(event.key) && event.preventDefault()
        }
        onBlur={() => setDraft(undefined)}
        onChange={(next) => {
          setDraft(next)
          if (typeof next === 'number' && next >= SIZE_MIN && next <= SIZE_MAX) onChange(next)
        }}
      />
      <MoreMenu
        label={t('fields.sizes')}
        size={24}
        entries={FONT_SIZES.map((size) => ({
          id: String(size),
          label: String(size),
          run: () => {
            setDraft(undefined)
            onChange(size)
          },
        }))}
      >
        <CaretDownIcon size={12} aria-hidden="true" />
      </MoreMenu>
    </div>
  )
}
