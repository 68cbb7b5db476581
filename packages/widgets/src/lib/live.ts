import type { Host, Source } from '@vitrine/widgets/host'
import { useSyncExternalStore } from 'react'

/** The host's clock in whole steps: renders again only at the end of a step. Milliseconds since 1970 UTC. */
export function useNow(host: Host, step: number): number {
  const get = () => Math.floor(host.now() / step) * step
  return useSyncExternalStore(host.onTick, get, get)
}

/** What a source has at present. The source must stay the same object between drawings. */
export const useSource = <T>(source: Source<T>): T | undefined =>
  useSyncExternalStore(source.subscribe, source.get, source.get)
