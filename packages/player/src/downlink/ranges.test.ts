import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerWithRange, parseRange } from './ranges.ts'

const bytes = Uint8Array.from({ length: 200 }, (_, index) => index)
const type = { 'Content-Type': 'video/webm' }

describe.each([
  ['a kept file', new Blob([bytes])],
  ['bytes of one', bytes.buffer],
])('%s', (_what, kept) => {
  it('returns the whole file without a range, or with an invalid one', async () => {
    for (const range of [null, 'bytes=0-1,4-5', 'lines=1-2', 'bytes=', 'bytes=-', 'bytes=9-3']) {
      const answer = answerWithRange(kept, range, type)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-length')).toBe('200')
      expect(answer.headers.get('content-type')).toBe('video/webm')
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
    }
  })

  it('returns any range that it contains', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(199), fc.option(fc.nat(400)), async (start, length) => {
        const end = length === null ? '' : start + length
        const answer = answerWithRange(kept, `bytes=${start}-${end}`, type)
        const last = Math.min(199, length === null ? 199 : start + length)
        expect(answer.status).toBe(206)
        expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${last}/200`)
        expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes.slice(start, last + 1))
      }),
    )
  })

  it('returns its end, and refuses ranges beyond it', async () => {
    expect(parseRange('bytes=-20', 200)).toEqual({ start: 180, end: 199 })
    expect(parseRange('bytes=-999', 200)).toEqual({ start: 0, end: 199 })
    expect(parseRange('bytes=-0', 200)).toBe('unsatisfiable')
    const answer = answerWithRange(kept, 'bytes=200-', type)
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe('bytes */200')
  })
})
