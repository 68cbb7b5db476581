import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PORT_DEFAULTS } from '../setup/ports.mjs'
import { root } from '../setup/root.mjs'

const read = (file) => readFileSync(path.join(root, file), 'utf8')

test('docs/settings.md lists the settings that the server reads, with the same ports', () => {
  const env = read('packages/server/src/lib/env.ts')
  const settings = [...env.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1])
  const rows = read('docs/settings.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const described = rows.flatMap((row) =>
    [...row.split('|')[1].matchAll(/`([A-Z_]+)`/g)].map((match) => match[1]),
  )
  expect(settings.length).toBeGreaterThan(10)
  expect(described.sort()).toEqual(settings.sort())
  for (const [name, port] of Object.entries(PORT_DEFAULTS)) {
    expect(env).toContain(`${name}: port(${port})`)
    expect(rows.join('\n')).toContain(`| \`${name}\` | \`${port}\` |`)
  }
})

test('every file named in the recipe for a new entity exists', () => {
  const [, recipe = ''] = /## A new entity([\s\S]*?)\n## /.exec(read('CONTRIBUTING.md')) ?? []
  const named = [...recipe.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map((match) => match[1])
  const places = (name) => [path.join(root, name), path.join(root, 'packages', name)]
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((name) => !places(name).some(existsSync))).toEqual([])
})

test('every path linked from the documents exists', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    ...globSync('docs/**/*.md', { cwd: root }),
  ]
  const targets = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) =>
      path.join(path.dirname(file), match[1]),
    ),
  )
  expect(targets.length).toBeGreaterThan(5)
  expect(targets.filter((target) => !existsSync(path.join(root, target)))).toEqual([])
})
