import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandButton } from '#content/pages/designer/bar/command-button.tsx'
import {
  SIDES,
  type Side,
  scrubSide,
  setSide,
  sideLabel,
  sumSide,
  typeSide,
} from '#content/pages/designer/commands/sides.ts'
import { sameRect } from '#content/pages/designer/geometry/rect.ts'
import styles from '#content/pages/designer/panels/panels.module.css'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import { ScrubLabel } from './scrub-label.tsx'

const TOOLS = [
  'alignLeft',
  'alignCentre',
  'alignRight',
  'alignTop',
  'alignMiddle',
  'alignBottom',
  'distributeAcross',
  'distributeDown',
] as const

interface PositionFieldsProps {
  widgets: readonly ReadWidget[]
}

/** X, Y, W, and H as number fields, equivalent to dragging. Several widgets get the same number. */
export const PositionFields = memo(function PositionFields({ widgets }: PositionFieldsProps) {
  const designer = useDesigner()
  const movable = widgets.filter(({ locked }) => !locked)
  /** If all widgets are locked, show their values anyway. */
  const shown = movable.length > 0 ? movable : widgets
  const ids = movable.map(({ id }) => id)
  return (
    <>
      <div className={styles.tools} dir="ltr">
        {TOOLS.map((id) => (
          <CommandButton key={id} id={id} />
        ))}
      </div>
      <div className={styles.pair} dir="ltr">
        {SIDES.map((side) => (
          <SideField
            key={side}
            side={side}
            widgets={shown}
            onChange={(value) => typeSide(designer, ids, side, value)}
            onSum={(sum) => void sumSide(designer, ids, side, sum)}
            onStep={(by) => setSide(designer, ids, side, (rect) => rect[side] + by)}
            onScrub={(by) => scrubSide(designer, ids, side, by)}
            onScrubbed={() => designer.commit(designer.state.page, sideLabel(side, ids.length))}
          />
        ))}
      </div>
    </>
  )
}, haveSameRects)

/** Re-render only when positions or sizes change. */
function haveSameRects(a: PositionFieldsProps, b: PositionFieldsProps): boolean {
  return (
    a.widgets.length === b.widgets.length &&
    a.widgets.every((widget, index) => {
      const other = b.widgets[index]
      return (
        other !== undefined &&
        widget.id === other.id &&
        widget.locked === other.locked &&
        sameRect(widget, other)
      )
    })
  )
}

interface SideFieldProps {
  side: Side
  widgets: readonly ReadWidget[]
  onChange: (value: number) => void
  /** Computes each widget's own value. */
  onSum: (sum: string) => void
  /** Adds to each widget's own value. */
  onStep: (by: number) => void
  /** The same during a drag of the label, relative to its start. */
  onScrub: (by: number) => void
  onScrubbed: () => void
}

/** A number field; typing commits on blur or Enter, an arrow key immediately. */
function SideField({ side, widgets, onChange, onSum, onStep, onScrub, onScrubbed }: SideFieldProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string | number>()
  const [first] = widgets
  const isMixed = widgets.some((widget) => widget[side] !== first?.[side])
  const locked = widgets.every((widget) => widget.locked)
  const commit = () => {
    if (typeof draft === 'number') onChange(draft)
    setDraft(undefined)
  }
  return (
    <NumberInput
      size="xs"
      dir="ltr"
      leftSectionPointerEvents="all"
      leftSection={
        <ScrubLabel
          label={t(`designer.side.${side}`)}
          disabled={locked}
          onScrub={onScrub}
          onEnd={onScrubbed}
        />
      }
      aria-label={t(`designer.sideName.${side}`)}
      value={draft ?? (isMixed ? '' : (first?.[side] ?? ''))}
      placeholder={isMixed ? t('designer.mixed') : undefined}
      disabled={locked}
      allowDecimal={false}
      onChange={setDraft}
      onSum={(sum) => {
        setDraft(undefined)
        onSum(sum)
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        const step = (event.shiftKey ? 10 : 1) * (event.key === 'ArrowUp' ? 1 : -1)
        setDraft(undefined)
        if (typeof draft === 'number') onChange(draft + step)
        else onStep(step)
      }}
      hideControls
    />
  )
}
