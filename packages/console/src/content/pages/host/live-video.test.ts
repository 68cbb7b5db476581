// @vitest-environment happy-dom
import { hostWith } from '@vitrine/widgets/host'
import { expect, test } from 'vitest'
import { withLabel } from '#pictures/pages/live-video.ts'

test('a label is drawn over the fallback of a live video, and disappears with it', () => {
  const file = withLabel({ url: '/fallback.png', mimetype: 'image/png' }, 'Fallback of a live video')
  const { volume, motion } = hostWith({})
  const options = {
    ...({ fit: 'contain', focus: 'center', loop: true, captions: true, offset: 0 } as const),
    ...{ volume: () => volume, motion: () => motion, sounds: () => {}, measured: () => {} },
  }
  const shown = file.show?.(options, { ready: () => {}, failed: () => {} })
  if (!shown) throw new Error('Nothing shows')
  document.body.append(shown.element)
  expect(shown.element.textContent).toBe('Fallback of a live video')
  expect(shown.element.querySelector('img')?.src).toMatch(/fallback\.png$/)
  shown.dispose()
  expect(shown.element.isConnected).toBe(false)
})
