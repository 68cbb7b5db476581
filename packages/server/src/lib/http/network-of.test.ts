import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

const of = (ip: string, headers = {}, ips?: string[]) => networkOf({ ip, headers, ips })

test('private addresses share the local network, public ones only their own', () => {
  for (const ip of ['127.0.0.1', '::1', '::ffff:192.168.1.4', '10.2.3.4', '172.31.0.1', 'fd00::1'])
    expect(of(ip), ip).toBe('local')
  for (const ip of ['203.0.113.7', '172.32.0.1', '::ffff:203.0.113.7']) expect(of(ip), ip).not.toBe('local')
  expect(of('203.0.113.7')).toBe(of('::ffff:203.0.113.7'))
  expect(of('2001:db8:1:2::1')).toBe(of('2001:db8:1:2::2'))
  expect(of('2001:db8:1:2::1')).not.toBe(of('2001:db8:1:3::1'))
})

test('the network is unknown behind a proxy that is not trusted', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  expect(of('127.0.0.1', forwarded)).toBeNull()
  expect(of('203.0.113.7', forwarded, ['203.0.113.7', '127.0.0.1'])).toBe('203.0.113.7')
  expect(of('')).toBeNull()
})
