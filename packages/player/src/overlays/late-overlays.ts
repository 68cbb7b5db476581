import { Signal } from '#lib/signal.ts'
import { untilLoaded } from '#lib/until-loaded.ts'
import type { OverStage } from '#stage/stage.tsx'
import type { OverlayOptions, OverlayWatch } from './overlay-watch.ts'

export type LateOverlays = ReturnType<typeof lateOverlays>

/** The layers of a session, over and beside its pages. Their code loads with the first layer: most groups have none. */
export function lateOverlays(options: Omit<OverlayOptions, 'shown' | 'changed'>) {
  const { ready } = options.library
  const shown = new Signal<OverStage | undefined>(undefined)
  const changed = new Signal<object>({})
  let watch: OverlayWatch | undefined
  let isLoading = false
  let isClosed = false
  const load = async () => {
    const { OverlayWatch } = await import('./overlay-watch.ts')
    if (!isClosed) watch = new OverlayWatch({ ...options, shown, changed })
  }
  const look = () => {
    const { current, next } = ready.get().group?.body ?? {}
    if (isLoading || !(current?.layers || next?.programme.layers)) return
    isLoading = true
    void untilLoaded(load)
  }
  const stop = ready.subscribe(look)
  look()
  return {
    shown,
    /** Another value whenever other pages of layers show. */
    changed,
    /** The layers that people see. */
    seen: () => watch?.seen() ?? [],
    /** What one of them can't show, and why. */
    failing: () => watch?.failing() ?? null,
    tryAgain: () => watch?.tryAgain(),
    close: () => {
      isClosed = true
      stop()
      watch?.close()
    },
  }
}
