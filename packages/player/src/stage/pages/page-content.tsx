import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { useMemo, useSyncExternalStore } from 'react'
import type { Layer } from '#stage/layers.ts'
import { type StageServices, stageHost } from '#stage/stage-host.ts'

interface Props {
  layer: Layer
  services: StageServices
  document: ReadDocument
  scale: number
}

/** A page with the host of its widgets, in the chunk that loads with the first page. */
export function PageContent({ layer, services, document, scale }: Props) {
  const { show, state } = layer
  const volume = useSyncExternalStore(services.volume.subscribe, services.volume.get)
  const locale = useSyncExternalStore(services.locale.subscribe, services.locale.get)
  const values = useSyncExternalStore(services.values.subscribe, services.values.get)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object exactly when files, motion, volume, language or values change
  const host = useMemo(() => stageHost(layer, services), [show.key, state === 'back', volume, locale, values])
  return <LayoutView document={document} host={host} scale={scale} ground={services.ground} />
}
