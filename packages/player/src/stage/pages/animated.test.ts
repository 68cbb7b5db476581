import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { freshAddress, isAnimated } from './animated.ts'

const media = (name: string) => readFileSync(new URL(`../../../test/browser/media/${name}`, import.meta.url))
const bytesOf = (file: Uint8Array) => new Uint8Array(file).buffer as ArrayBuffer
const still = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })

it.each(['once.gif', 'once.webp', 'once.png'])('%s is animated', (name) => {
  expect(isAnimated(bytesOf(media(name)))).toBe(true)
})

it.each(['png', 'webp', 'avif', 'jpeg'] as const)('a still %s is not', async (type) => {
  expect(isAnimated(bytesOf(await still.clone().toFormat(type).toBuffer()))).toBe(false)
})

it.each(['', 'GIF', '\x89PNG\r\n\x1a\n', '\x89PNG\r\n\x1a\n\xff\xff\xff\xff', 'RIFF', 'RIFF....WEBPVP8X'])(
  'damaged bytes %j are no animation',
  (text) => expect(isAnimated(bytesOf(Buffer.from(text, 'latin1')))).toBe(false),
)

it('every turn of an animation has another address, and a still none', async () => {
  const of = (file: Uint8Array) => ({ blob: async () => new Blob([bytesOf(file)]) })
  const first = await freshAddress(of(media('once.gif')), 'moves')
  const second = await freshAddress(of(media('once.gif')), 'moves')
  expect(first?.url).toBeTruthy()
  expect(second?.url).not.toBe(first?.url)
  first?.end()
  second?.end()
  const png = await still.clone().png().toBuffer()
  expect(await freshAddress(of(png), 'still')).toBeUndefined()
  expect(await freshAddress({ blob: async () => undefined }, 'missing')).toBeUndefined()
})
