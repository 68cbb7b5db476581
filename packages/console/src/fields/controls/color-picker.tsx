import { CloseButton, ColorInput } from '@mantine/core'
import { hexOf, parseColor } from '@vitrine/contract/fields/color'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#fields/control.ts'

/** A hex color. Incomplete input stays local; only valid colors are emitted. */
export function ColorPickerControl({
  id,
  label,
  field,
  value,
  onChange,
  describedBy,
  invalid,
  host,
}: ControlProps<'colorPicker'>) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string>()
  const mayBeEmpty = field.allowEmpty === true || (field.default ?? '') === ''
  const take = (next: string) => {
    setDraft(next)
    const colour = parseColor(next)
    if (colour && (field.allowTransparent || colour.a === 1)) onChange(next)
    else if (next === '' && mayBeEmpty) onChange('')
  }
  const shown = draft ?? (value === '' ? '' : hexOf(value))
  return (
    <ColorInput
      id={id}
      value={shown}
      onChange={take}
      onBlur={() => setDraft(undefined)}
      error={invalid}
      aria-describedby={describedBy}
      dir="ltr"
      placeholder={mayBeEmpty ? t('fields.noColour') : undefined}
      format={field.allowTransparent ? 'hexa' : 'hex'}
      swatches={[...host.palette]}
      swatchesPerRow={8}
      fixOnBlur={false}
      popoverProps={{ withinPortal: true, position: 'bottom-start' }}
      eyeDropperButtonProps={{ 'aria-label': t('fields.eyeDropper', { label }) }}
      rightSection={
        mayBeEmpty && value !== '' ? (
          <CloseButton
            size="sm"
            aria-label={t('fields.clearColour', { label })}
            onClick={() => {
              setDraft(undefined)
              onChange('')
            }}
          />
        ) : undefined
      }
    />
  )
}
