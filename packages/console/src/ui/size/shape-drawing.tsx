import type { Size } from '@vitrine/contract/document/sizes'
import styles from './size.module.css'

/** The least part of the square that a drawn side has: a ribbon stays visible. */
const THINNEST = 0.06

/** A little screen of this shape, in a square of `side` CSS pixels. */
export function ShapeDrawing({ size: { width, height }, side }: { size: Size; side: number }) {
  const longer = Math.max(width, height) || 1
  const [w, h] = [width, height].map((length) => Math.max(THINNEST, length / longer) * (side - 2)) as [
    number,
    number,
  ]
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      width={side}
      height={side}
      className={styles.drawing}
      aria-hidden="true"
    >
      <rect x={(side - w) / 2} y={(side - h) / 2} width={w} height={h} rx={Math.min(2, w / 4, h / 4)} />
    </svg>
  )
}
