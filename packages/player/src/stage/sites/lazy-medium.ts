import type { MediaEvents, ShownMedium } from '@vitrine/widgets/host'
import { FILL } from '@vitrine/widgets/surround'

/** A media item whose script loads when it first shows. */
export function lazyMedium(load: () => Promise<() => ShownMedium>, events: MediaEvents): ShownMedium {
  const element = document.createElement('div')
  let medium: ShownMedium | undefined
  let disposed = false
  element.style.cssText = FILL
  load().then(
    (make) => {
      if (disposed) return
      medium = make()
      element.append(medium.element)
    },
    () => disposed || events.failed(new Error("The script that shows it couldn't be loaded")),
  )
  return {
    element,
    isReady: () => medium?.isReady() ?? false,
    length: () => medium?.length(),
    start: (offset, shown) => medium?.start(offset, shown),
    follow: (offset) => medium?.follow(offset),
    tune: () => medium?.tune(),
    rest: () => medium?.rest(),
    alive: () => medium?.alive() ?? true,
    dispose: () => {
      disposed = true
      medium?.dispose()
      element.remove()
    },
  }
}
