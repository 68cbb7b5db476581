import { Button, CloseButton, ColorInput } from '@mantine/core'
import { gradientText, hexOf, mixColors, parseColor, parseGradient } from '@vitrine/contract/fields/color'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#fields/control.ts'
import styles from '#fields/fields.module.css'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'

const GradientEditor = lazyPart(async () => (await import('./gradient-editor.tsx')).GradientEditor)

/** A hex color or a gradient. */
export function ColorPickerControl(props: ControlProps<'colorPicker'>) {
  const { t } = useTranslation()
  const { id, label, field, value, onChange, describedBy, host } = props
  if (parseGradient(value))
    return (
      <Waiting quiet>
        <GradientEditor
          {...{ id, label, value, describedBy, onChange }}
          transparent={field.allowTransparent === true}
          palette={host.palette}
        />
      </Waiting>
    )
  if (!field.allowGradient) return <PlainColor {...props} />
  return (
    <div className={styles.colour}>
      <PlainColor {...props} />
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t('fields.gradientOf', { label })}
        onClick={() => onChange(gradientFrom(hexOf(value) || FIRST))}
      >
        {t('fields.gradient')}
      </Button>
    </div>
  )
}

/** Incomplete input stays local; only valid colors are emitted. */
function PlainColor(props: ControlProps<'colorPicker'>) {
  const { id, label, field, value, onChange, describedBy, invalid, host } = props
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

const FIRST = '#2457c5'

/** From a color down to a darker one. */
function gradientFrom(color: string): string {
  const stops = [
    { color: color.slice(0, 7), at: 0 },
    { color: mixColors(color, '#000000', 0.5), at: 100 },
  ]
  return gradientText({ kind: 'linear', angle: 180, stops })
}
