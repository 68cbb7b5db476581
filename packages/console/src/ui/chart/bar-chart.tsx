import { type KeyboardEvent, useId, useState } from 'react'
import styles from './chart.module.css'

export interface Bar {
  key: string
  /** Below the bar, where there is room. */
  label: string
  /** The bar in words: for screen readers, and as a tooltip. */
  text: string
  value: number
}

interface Props {
  /** What the chart shows. */
  label: string
  bars: readonly Bar[]
  /** The end of the scale in words. */
  most: string
  /** Shown above the chart until a bar is chosen. */
  summary: string
  /** A third as high. */
  isLow?: boolean
}

/** Labels that fit side by side. */
const LABELS = 8

/**
 * Bars over time. The pointer or the arrow keys choose one, whose words are then shown above the chart; screen readers read
 * them as the value of a slider.
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
          // The last one may have fewer bars than a label needs.
          return (
            <span key={key} style={{ flexGrow: wide }}>
              {wide === every ? label : ''}
            </span>
          )
        })}
    </div>
  )
}

/** The bar that a key leads to. */
function stepOf(key: string, from: number, count: number): number | undefined {
  const within = (index: number) => Math.max(0, Math.min(count - 1, index))
  const isRtl = document.documentElement.dir === 'rtl'
  switch (key) {
    case 'ArrowRight':
      return within(from + (isRtl ? -1 : 1))
    case 'ArrowLeft':
      return within(from + (isRtl ? 1 : -1))
    case 'ArrowUp':
      return within(from + 1)
    case 'ArrowDown':
      return within(from - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
