import type { ReadWidget } from './layout-document.ts'

/** What the server loads for a widget. */
export interface LiveLoad {
  kind: 'feed' | 'weather'
  /** A feed's URL, or a value of the lookup `cities`. */
  address: string
}

/** The URL that the server requests: people leave out the scheme. */
export const feedAddress = (url: string): string => (/^https?:/i.test(url) ? url : `https://${url}`)

/** What a widget shows that the server loads from elsewhere, except data sources. */
export function liveLoadOf({ type, settings }: Pick<ReadWidget, 'type' | 'settings'>): LiveLoad | undefined {
  const { rssURL, weatherLocation } = settings
  if (type === 'weather' && typeof weatherLocation === 'string')
    return { kind: 'weather', address: weatherLocation }
  if (type === 'rss' && typeof rssURL === 'string' && rssURL !== '')
    return { kind: 'feed', address: feedAddress(rssURL) }
  return undefined
}
