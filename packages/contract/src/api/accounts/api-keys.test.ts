import { expect, it } from 'vitest'
import { ApiKeyCreate } from './api-keys.ts'

const isNetwork = (text: string) => ApiKeyCreate.safeParse({ name: 'CI', networks: [text] }).success

it.each([
  ...['192.0.2.1', '0.0.0.0/0', '255.255.255.255', '192.0.2.0/32', '::', '::1', '2001:db8::/32', '::/0'],
  ...['2001:db8:1:2:3:4:5:6/128', '::ffff:192.0.2.1'],
])('%s is a network', (text) => {
  expect(isNetwork(text)).toBe(true)
})

it.each([
  ...['', '192.0.2', '192.0.2.1.', '192.0.2.1.5', '256.0.0.1', '192.0.2.0/33', '192.0.2.0/', '192.0.2.0/-1'],
  ...['::/129', ':::', '2001:db8', 'fe80::1%eth0', '[::1]', 'example.org', '1/2', '::1/12a'],
])('%j is none', (text) => {
  expect(isNetwork(text)).toBe(false)
})
