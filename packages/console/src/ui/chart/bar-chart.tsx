import { type KeyboardEvent, useId, useState } from 'react'
import styles from './chart.module.css'

export interface Bar {
  key: string
  /** Shown below the bar if it fits. */
  label: string
  /** The bar's text equivalent, for screen readers and the tooltip. */
  text: string
  value: number
}

interface Props {
  /** The chart's accessible name. */
  label: string
  bars: readonly Bar[]
  /** The label of the scale's end. */
  most: string
  /** Shown above the chart while no bar is selected. */
  summary: string
  /** A third of the height. */
  isLow?: boolean
}

/** The number of labels that fit side by side. */
const LABELS = 8

/**
 * A bar chart over time. The pointer or arrow keys select a bar, whose text is shown above the chart; for screen
 * readers it is a slider.
 */
export function BarChart({ label, bars, most, summary, isLow = false }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const top = Math.max(1, ...bars.map(({ value }) => value))
  const at = chosen === null ? undefined : bars[Math.min(chosen, bars.length - 1)]
  const move = (event: KeyboardEvent) => {
    const next = stepOf(event.key, chosen ?? -1, bars.length)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
  }
  return (
    <figure className={styles.chart}>
      <figcaption id={id}>
        <strong>{label}</strong>
        <span className={styles.read}>{at ? at.text : summary}</span>
      </figcaption>
      <div className={styles.frame}>
        <span className={styles.most} aria-hidden="true">
          {most}
        </span>
        <div
          role="slider"
          tabIndex={0}
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={bars.length - 1}
          aria-valuenow={chosen ?? 0}
          aria-valuetext={at ? at.text : summary}
          className={styles.bars}
          data-low={isLow || undefined}
          onKeyDown={move}
          onPointerLeave={() => setChosen(null)}
          onBlur={() => setChosen(null)}
        >
          {bars.map(({ key, value }, index) => (
            <span
              key={key}
              className={styles.slot}
              data-chosen={at?.key === key || undefined}
              onPointerEnter={() => setChosen(index)}
            >
              <span style={{ blockSize: `${(value / top) * 100}%` }} data-empty={value === 0 || undefined} />
            </span>
          ))}
        </div>
        <Labels bars={bars} />
      </div>
    </figure>
  )
}

function Labels({ bars }: Pick<Props, 'bars'>) {
  const every = Math.ceil(bars.length / LABELS)
  return (
    <div className={styles.labels} aria-hidden="true">
      {bars
        .filter((_, index) => index % every === 0)
        .map(({ key, label }, index) => {
          const wide = Math.min(every, bars.length - index * every)
          // The last label may span fewer bars than it needs.
          return (
            <span key={key} style={{ flexGrow: wide }}>
              {wide === every ? label : ''}
            </span>
          )
        })}
    </div>
  )
}

/** The index of the bar that a key selects. */
function stepOf(key: string, from: number, count: number): number | undefined {
  const clamp = (index: number) => Math.max(0, Math.min(count - 1, index))
  const isRtl = document.documentElement.dir === 'rtl'
  switch (key) {
    case 'ArrowRight':
      return clamp(from + (isRtl ? -1 : 1))
    case 'ArrowLeft':
      return clamp(from + (isRtl ? 1 : -1))
    case 'ArrowUp':
      return clamp(from + 1)
    case 'ArrowDown':
      return clamp(from - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
