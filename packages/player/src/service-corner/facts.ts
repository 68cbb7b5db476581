import type { ScreenFacts } from '@vitrine/contract/api/screens/player'

export interface Fact {
  label: string
  value: string
}

/** What the kind of storage means for whoever runs the screen. */
export const STORAGE_MEANS: Record<ScreenFacts['storage'], string> = {
  cache: 'Files are kept on this device. It plays without the server, also after a restart.',
  indexeddb:
    'Plain http: it plays on through an outage, web packages apart, but after a restart it needs the server. With https, or the kiosk set-up of the manual, it does not.',
  memory:
    'This browser keeps nothing: it plays on through an outage, but after a restart it loads everything again.',
}
