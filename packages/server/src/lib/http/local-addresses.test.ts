import { expect, it } from 'vitest'
import { addressesToType, localAddressesOf } from './local-addresses.ts'

const LOCAL = 'http://localhost:3001'

it('an origin that a setting names is the only one', () => {
  const named = 'https://screens.example.com'
  expect(addressesToType(named, '0.0.0.0', '192.0.2.7')).toEqual([named])
})

it('a server that listens on one address has that one', () => {
  expect(addressesToType('http://127.0.0.1:3001', '127.0.0.1', '192.0.2.7')).toEqual([
    'http://127.0.0.1:3001',
  ])
})

it.each(['0.0.0.0', '::'])(
  'a server that listens on all of %s is reached as the caller reached it',
  (host) => {
    expect(addressesToType(LOCAL, host, 'shop.local')[0]).toBe('http://shop.local:3001')
    expect(addressesToType(LOCAL, host, '192.0.2.7')[0]).toBe('http://192.0.2.7:3001')
  },
)

it.each(['localhost', '127.0.0.1', '[::1]'])(
  'a caller on %s gets addresses that other machines can use',
  (own) => {
    const others = localAddressesOf(LOCAL, '0.0.0.0')
    expect(addressesToType(LOCAL, '0.0.0.0', own)).toEqual(others.length > 0 ? others : [LOCAL])
  },
)
