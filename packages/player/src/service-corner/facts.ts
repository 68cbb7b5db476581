import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'

export interface Fact {
  label: string
  value: string
}

/** Explains each kind of storage to the operator. */
export const STORAGE_MEANS: Record<ScreenFacts['storage'], string> = {
  cache: 'Files are kept on this device. It plays without the server, even after a restart.',
  indexeddb:
    'Plain HTTP: it keeps playing through an outage, except web packages, but needs the server after a restart. Use HTTPS or the kiosk setup to avoid this.',
  memory:
    'This browser stores nothing: it keeps playing through an outage, but downloads everything again after a restart.',
}
