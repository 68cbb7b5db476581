import type { Host, Source } from '@vitrine/widgets/host'
import { useSyncExternalStore } from 'react'

/** The host's clock in whole steps: re-renders only at the end of a step. Milliseconds since 1970 UTC. */
export function useNow(host: Host, step: number): number {
  const get = () => Math.floor(host.now() / step) * step
  return useSyncExternalStore(host.onTick, get, get)
}

/** The host's clock in such steps, without a subscription if `step` is 0: then 0. */
export function useStep(host: Host, step: number): number {
  const get = () => (step > 0 ? Math.floor(host.now() / step) * step : 0)
  return useSyncExternalStore(step > 0 ? host.onTick : never, get, get)
}
const never = () => () => {}

/** A source's current value. The source must keep its identity between renders. */
export const useSource = <T>(source: Source<T>): T | undefined =>
  useSyncExternalStore(source.subscribe, source.get, source.get)
