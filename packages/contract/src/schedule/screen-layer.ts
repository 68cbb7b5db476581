import type { LayerPlace } from './layer-areas.ts'
import type { ScreenRule } from './screen-rule.ts'
import type { SlotTimes } from './slots.ts'

/** See `StoredLayer` in `api/playback/manifest.ts`. */
export interface ScreenLayer {
  name: string
  place: LayerPlace
  storyboardId: string
  slots: SlotTimes[]
  screens?: ScreenRule | undefined
}
