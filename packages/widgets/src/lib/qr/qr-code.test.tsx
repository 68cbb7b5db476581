// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { QrCode } from './qr-code.tsx'

it('draws the code once its generator has loaded', async () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  root.render(<QrCode text="https://example.com/?q=ä" left={0} top={0} size={100} />)
  await vi.waitFor(
    () => expect(place.querySelector('path')?.getAttribute('d')).toMatch(/^M0 0h1v1h-1z/),
    15_000,
  )
  // 25 modules, and a white margin of four on each side.
  expect(place.querySelector('svg')?.getAttribute('viewBox')).toBe('-4 -4 33 33')
  root.unmount()
})
