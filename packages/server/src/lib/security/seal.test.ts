import { expect, test } from 'vitest'
import { Seal } from './seal.ts'

const seal = new Seal('a secret of the installation, long enough')
const sealed = seal.seal('kiosk-key', 'organization', 'the key')

test('opens sealed text, and seals the same text differently each time', () => {
  expect(seal.open('kiosk-key', 'organization', sealed)).toBe('the key')
  expect(sealed).not.toContain('the key')
  expect(seal.seal('kiosk-key', 'organization', 'the key')).not.toBe(sealed)
})

test.each([
  ['in another row', () => seal.open('kiosk-key', 'other', sealed)],
  ['for another purpose', () => seal.open('device-pin', 'organization', sealed)],
  [
    'with another key',
    () => new Seal('another secret of an installation').open('kiosk-key', 'organization', sealed),
  ],
  ['that is truncated', () => seal.open('kiosk-key', 'organization', sealed.slice(0, 20))],
])('opens nothing %s', (_, open) => {
  expect(open()).toBeNull()
})

test('opens nothing after a change of any byte', () => {
  const bytes = Buffer.from(sealed.slice('sealed:'.length), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(
      seal.open('kiosk-key', 'organization', `sealed:${changed.toString('base64url')}`),
      `${at}`,
    ).toBeNull()
  }
})
