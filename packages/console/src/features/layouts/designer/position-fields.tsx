import { NumberInput } from '@mantine/core'
import { type ReadWidget, WIDGET_MIN } from '@vitrine/contract/layout-document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandButton } from './command-button.tsx'
import { intoPage, moved, type Rect } from './geometry/rect.ts'
import { rectOf } from './page.ts'
import styles from './panels.module.css'
import { useDesigner } from './use-designer.ts'

const SIDES = ['x', 'y', 'width', 'height'] as const
type Side = (typeof SIDES)[number]

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

/** X, Y, W and H as numbers: whatever can be dragged can be typed. Several widgets take the same number. */
export function PositionFields({ widgets }: { widgets: readonly ReadWidget[] }) {
  const designer = useDesigner()
  const set = (side: Side, value: number) => {
    const { page } = designer.state
    const rects = new Map(
      widgets.map((widget) => {
        const limit =
          side === 'width' ? page.width : side === 'height' ? page.height : Number.POSITIVE_INFINITY
        const least = side === 'x' || side === 'y' ? Number.NEGATIVE_INFINITY : WIDGET_MIN
        const rect: Rect = { ...rectOf(widget), [side]: Math.round(Math.min(Math.max(value, least), limit)) }
        return [widget.id, moved(rect, intoPage(rect, page))]
      }),
    )
    const ids = widgets.map(({ id }) => id).join()
    designer.moveTo(
      rects,
      { name: side === 'x' || side === 'y' ? 'move' : 'resize', count: widgets.length },
      `${side} ${ids}`,
    )
  }
  return (
    <>
      <div className={styles.tools} dir="ltr">
        {TOOLS.map((id) => (
          <CommandButton key={id} id={id} />
        ))}
      </div>
      <div className={styles.pair} dir="ltr">
        {SIDES.map((side) => (
          <SideField key={side} side={side} widgets={widgets} onChange={(value) => set(side, value)} />
        ))}
      </div>
    </>
  )
}

interface SideFieldProps {
  side: Side
  widgets: readonly ReadWidget[]
  onChange: (value: number) => void
}

/** One number; what is typed counts when the field is left or Enter is pressed, an arrow key at once. */
function SideField({ side, widgets, onChange }: SideFieldProps) {
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
      leftSection={<span aria-hidden="true">{t(`designer.side.${side}`)}</span>}
      aria-label={t(`designer.sideName.${side}`)}
      value={draft ?? (isMixed ? '' : (first?.[side] ?? ''))}
      placeholder={isMixed ? t('designer.mixed') : undefined}
      disabled={locked}
      allowDecimal={false}
      clampBehavior="none"
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        const step = (event.shiftKey ? 10 : 1) * (event.key === 'ArrowUp' ? 1 : -1)
        const from = typeof draft === 'number' ? draft : (first?.[side] ?? 0)
        setDraft(undefined)
        onChange(from + step)
      }}
      hideControls
    />
  )
}
