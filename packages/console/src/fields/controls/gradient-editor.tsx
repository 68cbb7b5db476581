import { ActionIcon, Button, ColorInput, SegmentedControl } from '@mantine/core'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import {
  type Gradient,
  gradientText,
  hexOf,
  parseColor,
  parseGradient,
  STOPS_MAX,
  STOPS_MIN,
  type Stop,
} from '@vitrine/contract/fields/color'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#fields/fields.module.css'
import { GradientGallery } from '#fields/gradients/gradient-gallery.tsx'
import { NumberInput } from '#ui/form/fields/number-input.tsx'

interface GradientEditorProps {
  id: string
  label: string
  value: string
  describedBy: string | undefined
  /** Whether its colors may be see-through. */
  transparent: boolean
  palette: readonly string[]
  onChange: (value: string) => void
}

const kindOf = (gradient: Gradient, kind: Gradient['kind']): Gradient =>
  gradient.kind === kind
    ? gradient
    : kind === 'linear'
      ? { kind, angle: 180, stops: gradient.stops }
      : { kind, x: 50, y: 50, stops: gradient.stops }

/** A gradient: its form, its angle or middle, and its colors in order. */
export function GradientEditor(props: GradientEditorProps) {
  const { id, label, value, describedBy, transparent, palette, onChange } = props
  const { t } = useTranslation()
  const gradient = parseGradient(value)
  if (!gradient) return null
  const { stops } = gradient
  const change = (next: Gradient) => onChange(gradientText(next))
  const setStops = (next: readonly Stop[]) =>
    change({ ...gradient, stops: [...next].sort((a, b) => a.at - b.at) })
  const setStop = (index: number, part: Partial<Stop>) =>
    setStops(stops.map((stop, other) => (other === index ? { ...stop, ...part } : stop)))
  const add = () => {
    const [last, before] = [stops[stops.length - 1], stops[stops.length - 2]]
    if (last && before)
      setStops([
        ...stops.slice(0, -1),
        { color: last.color, at: Math.round((before.at + last.at) / 2) },
        last,
      ])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border in forms
    <div id={id} role="group" aria-label={label} aria-describedby={describedBy} className={styles.gradient}>
      <span
        aria-hidden="true"
        className={styles.gradientBar}
        style={{ background: gradientText(gradient) }}
      />
      <GradientForm gradient={gradient} onChange={change} />
      {stops.map((stop, index) => (
        <StopFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a color is its place
          key={index}
          number={index + 1}
          stop={stop}
          {...{ transparent, palette }}
          onChange={(part) => setStop(index, part)}
          onRemove={
            stops.length > STOPS_MIN ? () => setStops(stops.filter((_, other) => other !== index)) : undefined
          }
        />
      ))}
      <div className={styles.line}>
        <Button size="compact-xs" variant="default" disabled={stops.length >= STOPS_MAX} onClick={add}>
          {t('fields.addStop')}
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => onChange(hexOf(stops[0]?.color ?? '') || '#000000')}
        >
          {t('fields.plainColor')}
        </Button>
      </div>
      <GradientGallery value={gradientText(gradient)} onChange={onChange} />
    </div>
  )
}

/** Its form, and its angle or middle. */
function GradientForm({ gradient, onChange }: { gradient: Gradient; onChange: (next: Gradient) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('fields.gradientForm')}
        value={gradient.kind}
        data={[
          { value: 'linear', label: t('fields.linear') },
          { value: 'radial', label: t('fields.radial') },
        ]}
        onChange={(kind) => onChange(kindOf(gradient, kind as Gradient['kind']))}
      />
      <div className={styles.line}>
        {gradient.kind === 'linear' ? (
          <Percent
            label={t('fields.angle')}
            unit="°"
            max={360}
            value={gradient.angle}
            onChange={(angle) => onChange({ ...gradient, angle })}
          />
        ) : (
          <>
            <Percent
              label={t('fields.middleX')}
              value={gradient.x}
              onChange={(x) => onChange({ ...gradient, x })}
            />
            <Percent
              label={t('fields.middleY')}
              value={gradient.y}
              onChange={(y) => onChange({ ...gradient, y })}
            />
          </>
        )}
      </div>
    </>
  )
}

interface StopFieldsProps {
  number: number
  stop: Stop
  transparent: boolean
  palette: readonly string[]
  onChange: (part: Partial<Stop>) => void
  /** Absent while there are as few as a gradient needs. */
  onRemove: (() => void) | undefined
}

/** A color of a gradient and its place. */
function StopFields({ number, stop, transparent, palette, onChange, onRemove }: StopFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.stop}>
      <ColorInput
        size="xs"
        dir="ltr"
        aria-label={t('fields.stop', { number })}
        value={hexOf(stop.color)}
        format={transparent ? 'hexa' : 'hex'}
        swatches={[...palette]}
        withEyeDropper={false}
        popoverProps={{ withinPortal: true, position: 'bottom-start' }}
        onChange={(next) => {
          const read = parseColor(next)
          if (read && (transparent || read.a === 1)) onChange({ color: hexOf(next) })
        }}
      />
      <Percent label={t('fields.stopAt', { number })} value={stop.at} onChange={(at) => onChange({ at })} />
      <ActionIcon
        size={28}
        disabled={!onRemove}
        aria-label={t('fields.removeStop', { number })}
        onClick={onRemove}
      >
        <XIcon size={14} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

interface PercentProps {
  label: string
  value: number
  unit?: string
  max?: number
  onChange: (value: number) => void
}

/** A whole number; incomplete input stays local. */
function Percent({ label, value, unit = '%', max = 100, onChange }: PercentProps) {
  const [draft, setDraft] = useState<string | number>()
  const commit = () => {
    if (typeof draft === 'number') onChange(Math.round(Math.min(Math.max(draft, 0), max)))
    setDraft(undefined)
  }
  return (
    <NumberInput
      size="xs"
      dir="ltr"
      hideControls
      aria-label={label}
      suffix={unit}
      min={0}
      max={max}
      allowDecimal={false}
      value={draft ?? value}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
