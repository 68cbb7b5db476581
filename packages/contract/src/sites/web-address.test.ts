import { expect, it } from 'vitest'
import { isVideoPlayer, readWebAddress } from './web-address.ts'

const addressOf = (typed: string) => {
  const read = readWebAddress(typed)
  return typeof read === 'string' ? read : read.address
}

it.each([
  ['example.org/board', 'https://example.org/board'],
  ['http://10.0.0.5:3000/d/1?kiosk', 'http://10.0.0.5:3000/d/1?kiosk'],
  ['https://user:secret@example.org/', 'credentials'],
  ['https://user@example.org/', 'credentials'],
  ['javascript:alert(1)', 'url'],
  ['data:text/html,x', 'url'],
  ['file:///etc/passwd', 'url'],
  ['', 'url'],
  [`https://example.org/${'a'.repeat(2000)}`, 'url'],
])('reads %s as %s', (typed, address) => expect(addressOf(typed)).toBe(address))

const YOUTUBE =
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&mute=1&controls=0&rel=0&playsinline=1&loop=1&playlist=dQw4w9WgXcQ'
it.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', YOUTUBE],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', YOUTUBE],
  ['youtube.com/embed/dQw4w9WgXcQ', YOUTUBE],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', YOUTUBE],
  [YOUTUBE, YOUTUBE],
  [
    'https://vimeo.com/76979871',
    'https://player.vimeo.com/video/76979871?autoplay=1&muted=1&loop=1&controls=0&dnt=1',
  ],
  [
    'https://vimeo.com/76979871/8272103f6e',
    'https://player.vimeo.com/video/76979871?h=8272103f6e&autoplay=1&muted=1&loop=1&controls=0&dnt=1',
  ],
])('plays %s in the private player', (typed, address) => {
  expect(addressOf(typed)).toBe(address)
  expect(isVideoPlayer(address)).toBe(true)
})

it.each([
  'https://www.youtube.com/@channel',
  'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/features',
])('leaves %s as it is', (typed) => expect(addressOf(typed)).toBe(typed))

it.each([
  ['https://example.org/?token=abc', true],
  ['https://example.org/?a=1&api_key=abc', true],
  ['https://example.org/#access_token=abc', true],
  ['https://example.org/?keyboard=1&monkey=2', false],
])('sees a secret in %s: %s', (typed, hasToken) => expect(readWebAddress(typed)).toMatchObject({ hasToken }))
