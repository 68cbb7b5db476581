import type { MediaEvents, ShownMedium } from '@vitrine/widgets/host'

/** A medium whose script loads when it is first shown. */
export function lateMedium(load: () => Promise<() => ShownMedium>, events: MediaEvents): ShownMedium {
  const element = document.createElement('div')
  let medium: ShownMedium | undefined
  let disposed = false
  element.style.cssText = 'position:absolute;left:0;top:0;width:100%;height:100%;border:0;'
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
