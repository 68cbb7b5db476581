import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = path.resolve(import.meta.dirname, '..')
const PARTS = createRequire(import.meta.url)('../../package.json').imports as Record<string, string>

/** What an import brings at once: types are erased, `import()` comes later. */
function staticImports(text: string): string[] {
  const statements = text.matchAll(/^import\s+(?:([^'"]*?)\s+from\s+)?'([^']+)'/gm)
  return [...statements].flatMap(([, names = '', spec = '']) => (isTypesOnly(names) ? [] : [spec]))
}

function isTypesOnly(names: string): boolean {
  if (names.startsWith('type ')) return true
  const braced = /^\{([\s\S]*)\}$/.exec(names)?.[1]
  const list = braced
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return list?.every((name) => name.startsWith('type ')) ?? false
}

/** Every package that comes with the given files, and through which file. */
function packagesOf(entries: readonly string[]): Map<string, string> {
  const packages = new Map<string, string>()
  const seen = new Set(entries)
  for (const file of seen) {
    for (const spec of staticImports(readFileSync(file, 'utf8'))) {
      const inside = spec.startsWith('./') ? path.resolve(path.dirname(file), spec) : ownFile(spec)
      if (!inside) packages.set(spec, path.relative(SOURCE, file))
      else if (/\.tsx?$/.test(inside)) seen.add(inside)
    }
  }
  return packages
}

function ownFile(spec: string): string | undefined {
  const part = Object.entries(PARTS).find(([name]) => spec.startsWith(name.replace('*', '')))
  if (!part) return undefined
  return path.resolve(SOURCE, '..', part[1].replace('*', spec.slice(part[0].length - 1)))
}

test('the login page brings no component library, no schemas and no queries', () => {
  const packages = packagesOf(
    ['main.tsx', 'features/auth/login-page.tsx'].map((file) => path.join(SOURCE, file)),
  )
  expect(packages.size).toBeGreaterThan(5)
  const small =
    /^(react|react-dom\/client|react-i18next|i18next|zustand(\/vanilla)?|@tanstack\/react-router)$/
  const harmless = /^(@fontsource|@vitrine\/contract\/errors$)/
  const heavy = [...packages].filter(([spec]) => !small.test(spec) && !harmless.test(spec))
  expect(heavy).toEqual([])
})
