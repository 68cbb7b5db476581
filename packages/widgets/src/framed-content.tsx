import type { Frame } from '@vitrine/contract/document/frame'
import { borderOf, FRAME_FIELDS } from '@vitrine/contract/document/frame'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { useChange } from '#lib/movements.ts'
import type { Host } from './host.ts'

const { radius: RADIUS, shadowColor: SHADE } = FRAME_FIELDS

const cornersOf = ({ mask, radius = RADIUS.default }: Frame): string | undefined =>
  mask === 'circle' ? '50%' : mask === 'rounded' ? `${radius}px` : undefined

/** The styles of a widget's box from its frame. */
export function boxStyle(frame: Frame): CSSProperties {
  const { opacity, rotation, shadow, shadowColor = SHADE.default, blend } = frame
  return {
    ...(opacity !== undefined && { opacity: opacity / 100 }),
    ...(rotation && { transform: `rotate(${rotation}deg)` }),
    ...(shadow && { boxShadow: `0 ${shadow * 0.4}px ${shadow}px ${shadowColor}` }),
    ...(blend && { mixBlendMode: blend }),
    borderRadius: cornersOf(frame),
  }
}

interface FramedContentProps {
  frame: Frame
  /** Whether its text can change on its own. */
  changes: boolean
  host: Pick<Host, 'mode' | 'motion'>
  size: { width: number; height: number }
  /** Whether the widget draws outside its box. */
  spills: boolean
  /** Whether the widget draws its border along its outline. */
  ownBorder: boolean
  children: ReactNode
}

/** A widget inside its mask, below its border. */
export function FramedContent({
  frame,
  size,
  spills,
  ownBorder,
  changes,
  host,
  children,
}: FramedContentProps) {
  const content = useRef<HTMLDivElement>(null)
  useChange(content, changes ? frame.change : undefined, host)
  const border = borderOf(frame)
  const borderRadius = cornersOf(frame)
  const fill = { position: 'absolute', left: 0, top: 0, ...size } as const
  return (
    <>
      <div
        ref={content}
        style={{ ...fill, borderRadius, overflow: spills && !borderRadius ? undefined : 'hidden' }}
      >
        {children}
      </div>
      {border.width > 0 && !ownBorder && (
        <div
          aria-hidden="true"
          style={{
            ...fill,
            boxSizing: 'border-box',
            border: `${border.width}px solid ${border.color}`,
            borderRadius,
            pointerEvents: 'none',
          }}
        />
      )}
    </>
  )
}
