import { TextInput, type TextInputProps } from '@mantine/core'
import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown'
import { CaretUpIcon } from '@phosphor-icons/react/dist/csr/CaretUp'
import { useState } from 'react'
import styles from './number-input.module.css'
import { numberText, readNumber } from './number-text.ts'

export interface NumberInputProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection'> {
  /** A text is half-typed or empty. */
  value: number | string
  onChange: (value: number | string) => void
  /** Bounds of the arrows; the form validates typed values. */
  min?: number
  max?: number
  /** Otherwise, input is rounded to the nearest whole number when the field is left. */
  allowDecimal?: boolean
  /** Shown after the number. */
  suffix?: string
  hideControls?: boolean
}

/** A number that is typed, or changed by the arrow keys and two small buttons. */
export function NumberInput({
  value,
  onChange,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  allowDecimal = true,
  suffix,
  hideControls = false,
  onKeyDown,
  onBlur,
  disabled,
  ...input
}: NumberInputProps) {
  const [text, setText] = useState('')
  // Input stays as typed (`1.`, `007`) until Enter or blur, while it equals the same number.
  const shown = text !== '' && readNumber(text, allowDecimal) === value ? text : String(value)
  const change = (typed: string) => {
    const next = numberText(typed)
    setText(next)
    onChange(readNumber(next, allowDecimal))
  }
  const step = (by: number) => {
    const from = typeof value === 'number' ? value : 0
    const next = Math.min(Math.max(from + by, min), max)
    setText('')
    // Tenths and tenths make whole numbers again.
    onChange(Number(next.toFixed(6)))
  }
  const controls = !hideControls && !disabled && (
    <span className={styles.controls} aria-hidden="true">
      <button type="button" tabIndex={-1} onClick={() => step(1)}>
        <CaretUpIcon size={10} />
      </button>
      <button type="button" tabIndex={-1} onClick={() => step(-1)}>
        <CaretDownIcon size={10} />
      </button>
    </span>
  )
  return (
    <TextInput
      {...input}
      disabled={disabled}
      inputMode={allowDecimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={shown}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={(event) => {
        setText('')
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (event.key === 'Enter') setText('')
        if (event.defaultPrevented || !/^Arrow(Up|Down)$/.test(event.key) || input.readOnly) return
        event.preventDefault()
        step(event.key === 'ArrowUp' ? 1 : -1)
      }}
      rightSectionPointerEvents="all"
      rightSectionWidth={(controls ? 24 : 8) + (suffix?.length ?? 0) * 8}
      rightSection={
        (controls || suffix) && (
          <span className={styles.end}>
            {suffix && <span aria-hidden="true">{suffix.trim()}</span>}
            {controls}
          </span>
        )
      }
    />
  )
}
