import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { usePageHost } from '#pictures/pages/page-host.ts'
import { useDrawn } from '#pictures/pages/still-page.tsx'
import { useExpanded } from '#pictures/pages/use-expanded.ts'
import type { FrameClock } from './frame-clock.ts'

interface MovingPageProps {
  document: ReadDocument
  clock: FrameClock
  frame: RefObject<HTMLDivElement | null>
  /** Called once everything is there, and its time starts. */
  onStarted: () => void
}

/** A page in its own size that moves by a clock. */
export function MovingPage({ document: page, ...props }: MovingPageProps) {
  const { document, isPending } = useExpanded(page)
  return isPending ? null : <Moving {...props} document={document} />
}

function Moving({ document, clock, frame, onStarted }: MovingPageProps) {
  // Its time begins when everything has loaded: entrances must not run before.
  const [isMoving, setMoving] = useState(false)
  const shows = useDrawn(document, () => void setTimeout(() => setMoving(true)))
  const real = usePageHost({
    document,
    mode: 'preview',
    motion: isMoving,
    reportProgress: shows,
    reportError: shows,
    asScreen: true,
    since: clock.start,
  })
  const host = useMemo(
    // Waiting for videos is no reason to skip them: the time for that doesn't pass.
    () => ({
      ...real,
      now: clock.now,
      onTick: clock.onTick,
      monotonic: () => 0,
      volume: 0,
      fullMotion: true,
    }),
    [real, clock],
  )
  const begin = useEffectEvent(onStarted)
  useEffect(() => {
    if (!isMoving) return
    const timer = setTimeout(begin)
    return () => clearTimeout(timer)
  }, [isMoving])
  return (
    <div ref={frame}>
      <LayoutView document={document} host={host} scale={1} />
    </div>
  )
}
