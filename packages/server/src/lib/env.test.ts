import { expect, test } from 'vitest'
import { readSettings } from './env.ts'

const read = (PLAYER_URL: string, CONTENT_URL: string) => readSettings({ PLAYER_URL, CONTENT_URL })

test.each([
  ['https://play.example.org', 'https://content.example.org'],
  ['https://play.example.org', 'https://play.example.org:8443'],
  ['http://192.168.1.10:8081', 'http://192.168.1.10:8082/'],
  ['http://localhost:8081', 'http://localhost:8082'],
  ['https://play.shop.co.uk', 'https://content.shop.co.uk'],
])('%s and %s are one site, so packages play offline', (player, content) => {
  expect(read(player, content).CONTENT_URL).toBe(content.replace(/\/$/, ''))
})

test.each([
  ['https://play.example.org', 'https://content.example.com'],
  ['https://play.example.org', 'http://content.example.org'],
  ['http://192.168.1.10:8081', 'http://192.168.1.11:8082'],
  ['https://play.co.uk', 'https://content.co.uk'],
  ['https://play.example.org', ''],
  ['', 'https://content.example.org'],
])('%s and %s stop the start with a sentence that names them', (player, content) => {
  expect(() => read(player, content)).toThrow(/CONTENT_URL/)
})
