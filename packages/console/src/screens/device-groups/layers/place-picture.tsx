import { type LayerPlace, layerAreas, takesRoom } from '@vitrine/contract/schedule/layer-areas'
import styles from './layers.module.css'

const SCREEN = { width: 64, height: 36 }
/** A ticker's shape, for places whose height their storyboard decides. */
const BAR = { width: 64, height: 7 }
const CORNER = { width: 4, height: 3 }

/** A small screen with the place of a layer on it. */
export function PlacePicture({ place }: { place: LayerPlace }) {
  const size = place.kind === 'top' || place.kind === 'bottom' ? BAR : CORNER
  const { page, layers } = layerAreas(SCREEN, [{ place, size }])
  const own = layers[0] ?? page
  const under = takesRoom(place) && place.kind === 'frame'
  const layer = <rect {...box(own)} className={place.kind === 'whole' ? styles.veil : styles.layer} />
  return (
    <svg className={styles.place} viewBox="0 0 64 36" aria-hidden="true">
      {under && layer}
      <rect {...box(page)} className={styles.pageArea} />
      {!under && layer}
    </svg>
  )
}

const box = ({ left, top, width, height }: { left: number; top: number; width: number; height: number }) => ({
  ...{ x: left, y: top, width, height },
})
