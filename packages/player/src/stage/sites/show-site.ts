import type { MediaEvents, MediaFile, MediaOptions, ShownMedium } from '@vitrine/widgets/host'
import { type ShownSite, webFrame } from './web-frame.ts'

/** Shows an address of the media library. The script for live videos is large, and loads on demand. */
export async function showSite(
  { fallback, ...site }: ShownSite & { fallback: MediaFile | undefined },
  options: MediaOptions,
  events: MediaEvents,
): Promise<() => ShownMedium> {
  const { stream, address, name, sites } = site
  if (!stream) return () => webFrame(site, events)
  const { playStream, playHls } = await import('./stream-parts.ts')
  return () => playStream({ address, name, sites, fallback, ...stream }, options, events, playHls)
}
