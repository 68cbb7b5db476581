import { CloseButton, ColorInput } from '@mantine/core'
import { hexOf, parseColour } from '@vitrine/contract/fields/colour'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from './control.ts'

/** A colour in hex. What is half typed stays in the field; only whole colours are passed on. */
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
    const colour = parseColour(next)
    if (colour && (field.allowTransparent || colour.a === 1)) onChange(next)
    else if (next === '' && mayBeEmpty) onChange('')
  }
  return (
    <ColorInput
      id={id}
      value={draft ?? (value === '' ? '' : hexOf(value))}
      onChange={take}
      onBlur={() => setDraft(undefined)}
      error={invalid}
      aria-describedby={describedBy}
      dir="ltr"
      format={field.allowTransparent ? 'hexa' : 'hex'}
      fixOnBlur={false}
      swatches={[...host.palette]}
      swatchesPerRow={8}
      placeholder={mayBeEmpty ? t('fields.noColour') : undefined}
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
