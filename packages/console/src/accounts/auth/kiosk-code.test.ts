import { describe, expect, test } from 'vitest'
import { isFromSigner } from './kiosk-code.ts'

const ORIGIN = 'https://intranet.example.org'
function code(payload: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  return `${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}.signature`
}

describe('the page that links to a kiosk login', () => {
  test.each([`${ORIGIN}/`, `${ORIGIN}/screens?x=1`])('P-006: %s has the signed origin', (referrer) => {
    expect(isFromSigner(code({ origin: ORIGIN, note: 'ü – عربي' }), referrer)).toBe(true)
  })

  test.each([
    '',
    'about:blank',
    'https://other.example.org/',
    'http://intranet.example.org/',
    'https://intranet.example.org:8443/',
    'https://intranet.example.org.evil.example/',
    'https://evil.example/https://intranet.example.org/',
  ])('P-006: %j does not', (referrer) => {
    expect(isFromSigner(code({ origin: ORIGIN }), referrer)).toBe(false)
  })

  test.each(['', '.', 'rubbish', 'bnVsbA.x', code(null), code('text'), code({}), code({ origin: null })])(
    'a code that is none is nobody’s: %j',
    (bad) => {
      expect(isFromSigner(bad, `${ORIGIN}/`)).toBe(false)
    },
  )
})
