import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { expect, it } from 'vitest'

const sources = path.join(import.meta.dirname, '../src')
const CALL = /fetch\(\s*'\/api([^']*)',\s*\{\s*method: '(\w+)'/g

it('a page too small for the client makes calls that the API has', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(sources, file), 'utf8'))
  const calls = texts.flatMap((text) => [...text.matchAll(CALL)].map(([, at, method]) => `${method} ${at}`))
  expect(calls.length).toBe(texts.join('').split("fetch('/api").length - 1)
  expect(calls.length).toBeGreaterThan(0)
  const known = routesOf(contract).map(({ route }) => `${route.method} ${route.path}`)
  expect(calls.filter((call) => !known.includes(call))).toEqual([])
})
