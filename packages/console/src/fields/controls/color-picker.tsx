import { CloseButton, ColorSwatch, TextInput } from '@mantine/core'
import { hexOf, parseColour } from '@vitrine/contract/fields/colour'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#fields/control.ts'
import { useLate } from '#ui/late/use-late.ts'

const load = async () => (await import('./color-choice.tsx')).ColorChoice

/** White is seen on white, too. */
const EDGE = { outline: '1px solid var(--field-border)', outlineOffset: -1 }

/**
 * A colour in hex. What is half typed stays in the field; only whole colours are passed on. The choice of colours comes
 * when the field is about to be used: forms have many.
 */
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
  const { Part: ColorChoice, hasFocus, ask, ahead } = useLate(load)
  const shown = draft ?? (value === '' ? '' : hexOf(value))
  const input = {
    id,
    value: shown,
    onBlur: () => setDraft(undefined),
    error: invalid,
    'aria-describedby': describedBy,
    dir: 'ltr',
    placeholder: mayBeEmpty ? t('fields.noColour') : undefined,
    rightSection:
      mayBeEmpty && value !== '' ? (
        <CloseButton
          size="sm"
          aria-label={t('fields.clearColour', { label })}
          onClick={() => {
            setDraft(undefined)
            onChange('')
          }}
        />
      ) : undefined,
  }
  if (ColorChoice)
    return (
      <ColorChoice
        {...input}
        hasFocus={hasFocus}
        onChange={take}
        format={field.allowTransparent ? 'hexa' : 'hex'}
        swatches={[...host.palette]}
        eyeDropperButtonProps={{ 'aria-label': t('fields.eyeDropper', { label }) }}
      />
    )
  return (
    <TextInput
      {...input}
      onChange={(event) => take(event.currentTarget.value)}
      onFocus={ask}
      onPointerEnter={ahead}
      leftSection={
        shown !== '' && <ColorSwatch color={shown} size={18} radius={4} withShadow={false} style={EDGE} />
      }
    />
  )
}
