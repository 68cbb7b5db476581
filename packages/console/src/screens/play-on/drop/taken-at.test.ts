import { describe, expect, test } from 'vitest'
import { takenAt } from './taken-at.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)),
  )
const short = (value: number) => [value % 256, value >> 8]
const long = (value: number) => [...short(value % 65_536), ...short(value >> 16)]

describe('when a photo was taken', () => {
  const entry = (tag: number, value: number) => [...short(tag), ...short(2), ...long(20), ...long(value)]
  /** A JPEG with tags as cameras write them. */
  const photo = (taken: string) => {
    const own = [...short(1), ...entry(0x8769, 26), ...long(0)]
    const exif = [...short(1), ...entry(0x9003, 44), ...long(0)]
    const tiff = [...bytes('II', [42, 0], long(8)), ...own, ...exif, ...bytes(taken, [0])]
    const part = bytes('Exif', [0, 0], tiff)
    const length = part.length + 2
    return bytes([0xff, 0xd8, 0xff, 0xe1, length >> 8, length % 256], [...part], [0xff, 0xda])
  }
  const file = (content: Uint8Array<ArrayBuffer>) => new File([content], 'a.jpg', { lastModified: 7 })

  test('its camera says', async () => {
    expect(await takenAt(file(photo('2026:08:01 12:30:00')))).toBe(Date.parse('2026-08-01T12:30:00'))
  })

  test('otherwise the file does, however damaged the photo is', async () => {
    const whole = photo('2026:08:01 12:30:00')
    for (const content of [bytes(''), bytes('text'), photo('0000:00:00 00:00:00'), whole.slice(0, 40)])
      expect(await takenAt(file(content))).toBe(7)
    for (let at = 2; at < 40; at++) {
      const broken = whole.slice()
      broken[at] = 255
      expect(typeof (await takenAt(file(broken)))).toBe('number')
    }
  })
})
