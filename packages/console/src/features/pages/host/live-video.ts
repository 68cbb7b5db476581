import type { MediaFile } from '@vitrine/widgets/host'
import { showFile } from '@vitrine/widgets/show-file'

const LAYER = 'position:absolute;left:0;top:0;width:100%;height:100%;overflow:hidden;container-type:size;'
const LABEL =
  'position:absolute;inset-inline-start:2cqmin;top:2cqmin;max-width:92%;overflow:hidden;padding:.3em .7em;border-radius:.4em;' +
  'background:#000c;color:#fff;font:600 clamp(10px,5cqmin,40px) "IBM Plex Sans Variable",Arial,sans-serif;text-overflow:ellipsis;white-space:nowrap;'

/** What the console shows in the place of a live video, with a label that says so. Streams play on screens only. */
export const withLabel = (file: MediaFile, label: string): MediaFile => ({
  ...file,
  show: (options, events) => {
    const shown = showFile(file, options, events)
    const layer = document.createElement('div')
    const words = document.createElement('span')
    layer.style.cssText = LAYER
    words.style.cssText = LABEL
    words.textContent = label
    layer.append(shown.element, words)
    const dispose = () => {
      shown.dispose()
      layer.remove()
    }
    return { ...shown, element: layer, dispose }
  },
})
