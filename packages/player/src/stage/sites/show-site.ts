import type { MediaEvents, MediaFile, MediaOptions, ShownMedium } from '@vitrine/widgets/host'
import type { StageServices } from '#stage/stage-host.ts'
import { type ShownSite, webFrame } from './web-frame.ts'

interface Parts {
  fallback: MediaFile | undefined
  timeZone: string
  services: Pick<StageServices, 'store'> & Partial<StageServices>
}

/** Shows an address of the media library. The script for live videos is large, and loads on demand. */
export async function showSite(
  { fallback, ...site }: ShownSite & Parts,
  options: MediaOptions,
  events: MediaEvents,
): Promise<() => ShownMedium> {
  const { stream, picture, address, name, sites, services } = site
  if (picture && services.live && services.clock) {
    const { live, clock, store, locale } = services
    const { showPhoto } = await import('./show-photo.ts')
    const photo = { ...site, picture, live, clock, store, locale: locale?.get() ?? navigator.language }
    return () => showPhoto(photo, options, events)
  }
  if (!stream) return () => webFrame(site, events)
  const { playStream, playHls } = await import('./stream-parts.ts')
  return () => playStream({ address, name, sites, fallback, ...stream }, options, events, playHls)
}
