import { isWithinHours } from '@vitrine/contract/schedule/daily-hours'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Library } from '#downlink/library.ts'
import { isSideways } from '#lib/screen.ts'
import type { Clock } from '#lib/time/clock.ts'
import { useSeconds } from '#lib/time/use-seconds.ts'
import { ScreenSize, useWindowSize } from './screen-size.ts'

interface MountedScreenProps {
  library: Library
  clock: Clock
  onSecond: (listener: () => void) => () => void
  /** Lit at any hour, for an emergency. */
  alwaysLit?: boolean
  children: ReactNode
}

/** Applies the screen's configuration: rotated as mounted, and dark outside its hours. */
export function MountedScreen({ library, clock, onSecond, alwaysLit = false, children }: MountedScreenProps) {
  const parts = useSyncExternalStore(library.ready.subscribe, library.ready.get)
  const window = useWindowSize()
  const now = useSeconds(clock, onSecond)
  const configuration = parts.device?.body.configuration
  const turn = configuration?.orientation ?? 0
  const sideways = isSideways(turn)
  const width = sideways ? window.height : window.width
  const height = sideways ? window.width : window.height
  return (
    <ScreenSize value={{ width, height }}>
      <div
        style={{
          position: 'absolute',
          width,
          height,
          left: (window.width - width) / 2,
          top: (window.height - height) / 2,
          overflow: 'hidden',
          ...(turn !== 0 && { transform: `rotate(${turn}deg)` }),
        }}
      >
        {children}
      </div>
      {!alwaysLit && !isWithinHours(configuration?.hours ?? null, now) && <div className="dark" />}
    </ScreenSize>
  )
}
