import { solidColor } from '@vitrine/contract/fields/color'
import { readIcon } from '@vitrine/contract/fields/icon'

interface IconViewProps {
  /** As stored. */
  icon: string
  /** `currentColor` takes the color of the surrounding text. */
  color: string
  left: number
  top: number
  size: number
}

/** An icon of a page; nothing for a stored text that isn't one. */
export function IconView({ icon, color, left, top, size }: IconViewProps) {
  const drawn = readIcon(icon)
  if (!drawn) return null
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke={color === 'currentColor' ? color : solidColor(color)}
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ position: 'absolute', left, top }}
    >
      <path d={drawn.path} />
    </svg>
  )
}
