import type { MediaFile } from '@vitrine/widgets/host'
import { showFile } from '@vitrine/widgets/show-file'
import { FILL } from '@vitrine/widgets/surround'

/** A placeholder with a label for a live video: streams play on screens only. */
export const withLabel = (file: MediaFile, label: string): MediaFile => ({
  ...file,
  show: (options, events) => {
    const shown = showFile(file, options, events)
    const element = document.createElement('div')
    const words = document.createElement('b')
    element.style.cssText = FILL
    words.style.cssText =
      'position:absolute;padding:.5em;background:#000c;color:#fff;font-size:max(2em,2cqmin)'
    words.textContent = label
    element.append(shown.element, words)
    const dispose = () => {
      shown.dispose()
      element.remove()
    }
    return { ...shown, element, dispose }
  },
})
