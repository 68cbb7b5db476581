import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useFileUrl } from '#lib/files.ts'
import styles from './media-card.module.css'

/** Hover delay before the video is fetched, in milliseconds: moving across costs nothing. */
const REST = 180

interface ScrubProps {
  url: string
  /** Seconds. */
  duration: number
}

/** Scrubs through a video while hovering its picture. Hidden from assistive technology: the preview plays the video. */
export function Scrub({ url, duration }: ScrubProps) {
  const fileUrl = useFileUrl()
  const video = useRef<HTMLVideoElement>(null)
  const timer = useRef<number>(undefined)
  const [active, setActive] = useState(false)
  const [part, setPart] = useState(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  const move = ({ currentTarget, clientX, pointerType }: PointerEvent<HTMLSpanElement>) => {
    if (pointerType === 'touch') return
    const { left, width } = currentTarget.getBoundingClientRect()
    const next = Math.min(0.999, Math.max(0, (clientX - left) / width))
    setPart(next)
    if (video.current && !video.current.seeking) video.current.currentTime = next * duration
  }
  return (
    <span
      className={styles.scrub}
      aria-hidden="true"
      onPointerEnter={() => {
        timer.current = window.setTimeout(() => setActive(true), REST)
      }}
      onPointerMove={move}
      onPointerLeave={() => {
        clearTimeout(timer.current)
        setActive(false)
      }}
    >
      {active && (
        <>
          <video
            ref={video}
            src={fileUrl(url)}
            muted
            playsInline
            preload="auto"
            onLoadedMetadata={({ currentTarget }) => {
              currentTarget.currentTime = part * duration
            }}
            onSeeked={({ currentTarget }) => {
              const wanted = part * duration
              if (Math.abs(currentTarget.currentTime - wanted) > 0.15) currentTarget.currentTime = wanted
            }}
          />
          <span className={styles.scrubLine} style={{ insetInlineStart: `${part * 100}%` }} />
        </>
      )}
    </span>
  )
}
