import { type Area, layerAreas, type Size } from '@vitrine/contract/schedule/layer-areas'
import { useMemo, useSyncExternalStore } from 'react'
import { transitionOf } from '#stage/layers.ts'
import { ScreenSize } from '#stage/screen-size.ts'
import { type OverStage, PageLayer } from '#stage/stage.tsx'
import type { Overlay } from './overlay.ts'

const hasPage = ({ director }: Overlay): boolean => director.front !== undefined

/** Layers as the stage draws them, and the room that they leave for the page. One that still gets ready takes none. */
export function overStage(overlays: readonly Overlay[], isSeen: boolean): OverStage {
  const showing = overlays.filter(hasPage)
  const areaOf = (overlay: Overlay, size: Size): Area | undefined => {
    const all = overlays.filter((each) => each === overlay || hasPage(each))
    return layerAreas(size, all).layers[all.indexOf(overlay)]
  }
  return {
    names: isSeen ? showing.map(({ layer }) => layer.name).join('\n') : '',
    pageArea: (size) => layerAreas(size, isSeen ? showing : []).page,
    draw: (size) =>
      overlays.map((overlay) => (
        <OverlayView key={overlay.id} overlay={overlay} area={areaOf(overlay, size)} isSeen={isSeen} />
      )),
  }
}

interface Props {
  overlay: Overlay
  area: Area | undefined
  isSeen: boolean
}

/** The pages of a layer: the visible one, and the next one under it. A frame is under the page. */
function OverlayView({ overlay, area, isSeen }: Props) {
  const { director, services, layer } = overlay
  const pages = useSyncExternalStore(director.layers.subscribe, director.layers.get)
  const { left = 0, top = 0, width = 0, height = 0 } = area ?? {}
  const size = useMemo(() => ({ width, height }), [width, height])
  const changing = pages.some(({ state }) => state === 'leaving')
  const enters = changing && director.front ? transitionOf(director.front.show) : 'cut'
  return (
    <ScreenSize value={size}>
      <div
        className="overlay"
        data-layer={layer.name}
        data-enters={enters}
        aria-hidden={!isSeen}
        style={{
          ...{ left, top, width, height },
          zIndex: layer.place.kind === 'frame' ? 0 : 2,
          visibility: isSeen ? 'visible' : 'hidden',
        }}
      >
        {pages.map((page) => (
          <PageLayer
            key={page.id}
            layer={page}
            enters={page.state === 'front' ? enters : 'cut'}
            director={director}
            services={services}
          />
        ))}
      </div>
    </ScreenSize>
  )
}
