import { ActionIcon, Select } from '@mantine/core'
import { TextBIcon } from '@phosphor-icons/react/dist/csr/TextB'
import { TextItalicIcon } from '@phosphor-icons/react/dist/csr/TextItalic'
import { FONT_SIZES } from '@vitrine/contract/fields/field'
import { useTranslation } from 'react-i18next'
import styles from './fields.module.css'

interface Style {
  isBold: boolean
  isItalic: boolean
  size: number
}

/** Bold, italic and size of a text. A size of a foreign document stays among the choices. */
export function StyleButtons({
  value,
  onChange,
}: {
  value: Style
  onChange: (style: Partial<Style>) => void
}) {
  const { t } = useTranslation()
  const sizes = [...new Set([...FONT_SIZES, value.size])].sort((a, b) => a - b).map(String)
  return (
    <>
      <ActionIcon
        variant={value.isBold ? 'light' : 'default'}
        aria-label={t('fields.bold')}
        aria-pressed={value.isBold}
        onClick={() => onChange({ isBold: !value.isBold })}
      >
        <TextBIcon size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant={value.isItalic ? 'light' : 'default'}
        aria-label={t('fields.italic')}
        aria-pressed={value.isItalic}
        onClick={() => onChange({ isItalic: !value.isItalic })}
      >
        <TextItalicIcon size={16} aria-hidden="true" />
      </ActionIcon>
      <Select
        className={styles.grow}
        size="xs"
        aria-label={t('fields.size')}
        data={sizes}
        value={String(value.size)}
        allowDeselect={false}
        onChange={(size) => size && onChange({ size: Number(size) })}
      />
    </>
  )
}
