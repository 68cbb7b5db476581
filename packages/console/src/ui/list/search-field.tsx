import { CloseButton, TextInput } from '@mantine/core'
import { MagnifyingGlassIcon } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './search-field.module.css'

/** Debounce of typing, in milliseconds. */
const FOLLOW_MS = 120

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string | undefined) => void
  /** Fills its container, in dialogs and columns. */
  wide?: boolean
  /** The initial focus of a dialog. */
  first?: boolean
}

/** A list's search field. Typing shows immediately; the list and the URL follow debounced. */
export const SearchField = memo(function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, wide, first } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const timer = useRef<number>(undefined)
  const newest = useRef(onChange)
  newest.current = onChange
  const sent = useRef(value)
  // Ignore our own change, which arrives after more has been typed.
  useEffect(() => {
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (next: string) => {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(
      () => {
        sent.current = next
        newest.current(next || undefined)
      },
      next ? FOLLOW_MS : 0,
    )
  }
  return (
    <TextInput
      type="search"
      role="searchbox"
      className={wide ? undefined : styles.search}
      aria-label={label}
      placeholder={t('table.search')}
      value={typed}
      data-autofocus={first || undefined}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<MagnifyingGlassIcon size={16} aria-hidden="true" />}
      // Rendered in advance, hidden until there is text.
      rightSection={
        <CloseButton
          size="sm"
          className={typed ? undefined : styles.away}
          aria-label={t('table.clearSearch')}
          onClick={() => change('')}
        />
      }
    />
  )
})
