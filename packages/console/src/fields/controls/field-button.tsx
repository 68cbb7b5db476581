import { ActionIcon } from '@mantine/core'
import { BracketsCurlyIcon } from '@phosphor-icons/react/dist/csr/BracketsCurly'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'

interface FieldButtonProps {
  /** The text field, at whose caret the value is inserted. */
  input: RefObject<HTMLInputElement | HTMLTextAreaElement | null>
  pick: () => Promise<string | undefined>
  onChange: (text: string) => void
}

/** Inserts a data source value at the caret. */
export function FieldButton({ input, pick, onChange }: FieldButtonProps) {
  const { t } = useTranslation()
  const insert = async () => {
    const { value = '', selectionStart, selectionEnd } = input.current ?? {}
    const start = selectionStart ?? value.length
    const text = await pick()
    if (text === undefined) return
    onChange(value.slice(0, start) + text + value.slice(selectionEnd ?? start))
    input.current?.focus()
  }
  return (
    <ActionIcon
      variant="subtle"
      style={{ pointerEvents: 'auto' }}
      aria-label={t('fields.insertValue')}
      title={t('fields.insertValue')}
      onClick={() => void insert()}
    >
      <BracketsCurlyIcon size={16} aria-hidden="true" />
    </ActionIcon>
  )
}
