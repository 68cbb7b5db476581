import { meanColor } from '@vitrine/contract/fields/color'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import { useContext } from 'react'
import { FitText } from '#lib/fit-text.tsx'
import { Overlay } from '#lib/overlay.tsx'
import { BoxContext, PageContext } from '#lib/page.ts'
import { cssPaint } from '#lib/paint.ts'
import { SURFACE } from '#lib/touchable.ts'

/** The minimum touch target. */
const TOUCH = 48

interface Props {
  id: string
  label: string
  labels: readonly string[]
  chosen: string
  font: FontSettings
  color: string
  background: string
  onPress: (index: number) => void
  onClose: () => void
}

/** Opens below the box, or above it if there is more space; scrolls if the page is too short. */
export function OptionList({ id, label, labels, chosen, font, color, background, onPress, onClose }: Props) {
  const box = useContext(BoxContext)
  const page = useContext(PageContext)
  const row = Math.max(TOUCH, box.height * 0.9, font.size * 2)
  const below = page.height - box.y - box.height
  const down = below >= Math.min(labels.length * row, box.y)
  const room = Math.max(row, (down ? below : box.y) - 12)
  const height = Math.min(labels.length * row, room)
  const width = Math.min(Math.max(box.width, 160), page.width)
  const left = Math.max(0, Math.min(box.x, page.width - width))
  // Options of a translucent box need an opaque background.
  const solid = (meanColor(background)?.a ?? 0) >= 0.9 ? background : color === 'white' ? '#16191d' : 'white'
  return (
    <Overlay onClose={onClose}>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        style={{
          position: 'absolute',
          left,
          top: down ? box.y + box.height + 4 : box.y - height - 4,
          width,
          height,
          overflowX: 'hidden',
          overflowY: 'auto',
          background: cssPaint(solid),
          borderRadius: 8,
          boxShadow: '0 8px 28px rgba(0, 0, 0, .4), 0 0 2px rgba(0, 0, 0, .4)',
        }}
      >
        {labels.map((option, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
            key={index}
            type="button"
            role="option"
            aria-selected={option === chosen}
            aria-label={option}
            onClick={() => onPress(index)}
            style={{
              ...SURFACE,
              position: 'absolute',
              left: 0,
              top: index * row,
              width,
              height: row,
              padding: 0,
              border: 0,
              background: option === chosen ? 'rgba(128, 128, 128, .25)' : 'transparent',
            }}
          >
            <FitText
              text={option}
              font={font}
              color={color}
              left={14}
              width={width - 28}
              height={row}
              vertical="middle"
            />
          </button>
        ))}
      </div>
    </Overlay>
  )
}
