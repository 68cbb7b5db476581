import { TextInput, type TextInputProps } from '@mantine/core'
import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown'
import { CaretUpIcon } from '@phosphor-icons/react/dist/csr/CaretUp'
import { useState } from 'react'
import { loadChunk } from '#lib/server/load-chunk.ts'
import type { Known } from './arithmetic.ts'
import styles from './number-input.module.css'
import { isSum, numberText, readNumber } from './number-text.ts'

export interface NumberInputProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection'> {
  /** A string while half-typed or empty. */
  value: number | string
  onChange: (value: number | string) => void
  /** Limits of the step buttons; the form validates typed values. */
  min?: number
  max?: number
  /** Otherwise, blurring rounds the input to an integer. */
  allowDecimal?: boolean
  /** Shown after the number. */
  suffix?: string
  hideControls?: boolean
  /** Gets a typed sum, such as `100+20`, instead of its result for `value`. */
  onSum?: (sum: string) => void
}

/** Loads what computes a typed sum. */
const compute = async (sum: string, known: Known) =>
  (await loadChunk(() => import('./arithmetic.ts'))).computed(sum, known)

/** A number input with arrow keys and two step buttons. A typed sum is computed on Enter or blur. */
export function NumberInput({
  value,
  onChange,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  allowDecimal = true,
  suffix,
  hideControls = false,
  onSum,
  onKeyDown,
  onBlur,
  disabled,
  ...input
}: NumberInputProps) {
  const [text, setText] = useState('')
  const [sum, setSum] = useState<string>()
  // Keep the input as typed (`1.`, `007`) until Enter or blur, as long as it equals the number.
  const shown = sum ?? (text !== '' && readNumber(text, allowDecimal) === value ? text : String(value))
  const change = (typed: string) => {
    if (isSum(typed)) return setSum(typed)
    setSum(undefined)
    const next = numberText(typed)
    setText(next)
    onChange(readNumber(next, allowDecimal))
  }
  const finish = () => {
    setText('')
    if (sum === undefined) return
    setSum(undefined)
    if (onSum) return onSum(sum)
    const before = typeof value === 'number' ? value : 0
    void compute(sum, { value: before, whole: suffix?.trim() === '%' ? 100 : before }).then((result) => {
      if (result !== undefined) onChange(allowDecimal ? Number(result.toFixed(6)) : Math.round(result))
    })
  }
  const step = (by: number) => {
    const from = typeof value === 'number' ? value : 0
    const next = Math.min(Math.max(from + by, min), max)
    setText('')
    setSum(undefined)
    // Rounds floating-point errors: 0.1 + 0.2.
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
      // Keypads of numbers lack the signs of sums.
      inputMode={onSum ? 'text' : allowDecimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={shown}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={(event) => {
        finish()
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (event.key === 'Enter') finish()
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
