import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { loadChunk } from '#lib/server/load-chunk.ts'

/** A page in a separate chunk: `page(() => import('…/x-page.tsx'), 'XPage')`. */
export const page = <M extends Record<K, RouteComponent>, K extends string>(
  load: () => Promise<M>,
  name: K,
) => lazyRouteComponent(() => loadChunk(load) as Promise<Record<string, RouteComponent>>, name)
