import { BACKDROP_FIELDS, type Backdrop } from '@vitrine/contract/document/backdrop'
import { BACKDROP_ID } from '@vitrine/contract/document/backdrop-id'
import { ZONE_INTERVAL } from '@vitrine/contract/fields/kinds/media-zone'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useLazyPart } from '#lib/lazy-parts.ts'
import { cssPaint } from '#lib/paint.ts'
import type { Host } from './host.ts'
import { MediaLooper } from './kinds/media-looper/media-looper.tsx'

interface BackdropViewProps {
  backdrop: Backdrop
  width: number
  height: number
  host: Host
}

const { fit: FIT, focus: FOCUS } = BACKDROP_FIELDS

/** The picture or video behind a page's widgets, below its overlay. Videos are muted and loop. */
export const BackdropView = memo(function BackdropView({ backdrop, width, height, host }: BackdropViewProps) {
  const { media, fit = FIT.default, focus = FOCUS.default, blur = 0, overlay } = backdrop
  const mediaId = media?.[0]?.mediaId
  // Blurred edges are outside the page.
  const room = blur * 2
  const size = useMemo(() => ({ width: width + 2 * room, height: height + 2 * room }), [width, height, room])
  const settings = useMemo(
    () => ({
      interval: 3600,
      muteVideo: true,
      captions: false,
      fit,
      media: mediaId ? [{ mediaId, duration: ZONE_INTERVAL, fit, focus }] : [],
      actions: [],
    }),
    [mediaId, fit, focus],
  )
  const box = useRef<HTMLDivElement>(null)
  const blurFilms = useLazyPart('blurFilms', blur > 0 && host.mode === 'play')
  useEffect(
    () =>
      blur > 0 && mediaId && box.current
        ? blurFilms?.(box.current, { ...size, blur, fit, focus })
        : undefined,
    [blurFilms, size, blur, fit, focus, mediaId],
  )
  return (
    <div
      aria-hidden="true"
      data-widget={BACKDROP_ID}
      style={{
        position: 'absolute',
        left: 0,
        top: 0,
        width,
        height,
        overflow: 'hidden',
        pointerEvents: 'none',
      }}
    >
      {mediaId && (
        <div
          ref={box}
          style={{
            position: 'absolute',
            left: -room,
            top: -room,
            ...size,
            ...(blur > 0 && { filter: `blur(${blur}px)` }),
          }}
        >
          <MediaLooper id={BACKDROP_ID} settings={settings} size={size} host={host} />
        </div>
      )}
      {overlay && (
        <div
          style={{ position: 'absolute', left: 0, top: 0, width, height, background: cssPaint(overlay) }}
        />
      )}
    </div>
  )
})
