import type { ManifestMedia } from '@vitrine/contract/api/playback/manifest'
import { expect, it } from 'vitest'
import type { Parts } from '#downlink/parts.ts'
import type { Live } from '#lib/live.ts'
import { Signal } from '#lib/signal.ts'
import type { Layer } from './layers.ts'
import type { ScreenValues } from './screen-rows.ts'
import { mediaFile, type StageServices } from './stage-host.ts'

const medium = (address: string): ManifestMedia => ({
  ...{ sha256: 'web', name: 'Board', mimetype: 'text/html', width: null, height: null, duration: null },
  web: { address, refreshSeconds: 0, zoom: 100 },
})
const services = (values: ScreenValues['values']) =>
  ({
    live: { options: { ask: async () => null } } as unknown as Live,
    values: new Signal({ values }),
    sites: () => [],
  }) as unknown as StageServices
const shown = (address: string, values: ScreenValues['values']) => {
  const parts = { group: { body: { media: { board: medium(address) } } } } as unknown as Parts
  return mediaFile({ show: { parts } } as Layer, 'board', services(values))
}

it('a web page opens the address with the values of the screen, and nothing while one is missing', () => {
  const address = 'https://example.org/{Screen: Branch}'
  expect(shown(address, [{ name: 'Branch', value: 'a/../b' }])?.url).toContain(
    'https://example.org/a%2F..%2Fb',
  )
  expect(shown(address, [])).toBeUndefined()
  expect(shown(address, undefined)).toBeUndefined()
  expect(shown('https://example.org/{Screen: Branch | all}', [])?.url).toContain('https://example.org/all')
  expect(shown('https://example.org/{plain}', undefined)?.url).toContain('https://example.org/{plain}')
})
