import { expect, test } from 'vitest'

const SOURCES = import.meta.glob<string>('/src/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Static imports only: types are erased, and `import()` loads later. */
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

/** Every package the given files import, with the file that imports it. */
function packagesOf(entries: readonly string[]): Map<string, string> {
  const packages = new Map<string, string>()
  const seen = new Set(entries)
  for (const file of seen) {
    for (const spec of staticImports(SOURCES[file] ?? '')) {
      const own = ownFile(file, spec)
      if (!own) packages.set(spec, file)
      else if (own in SOURCES) seen.add(own)
    }
  }
  return packages
}

/** The file behind `./x.ts` or `#lib/x.ts`; undefined for a package. */
function ownFile(from: string, spec: string): string | undefined {
  if (spec.startsWith('#')) return `/src/${spec.slice(1)}`
  return spec.startsWith('./') ? from.replace(/[^/]+$/, spec.slice(2)) : undefined
}

test('the login page loads no component library, no schemas and no queries', () => {
  const packages = packagesOf(['/src/main.tsx', '/src/accounts/auth/login-page.tsx'])
  expect(packages.size).toBeGreaterThan(5)
  const small =
    /^(react|react-dom\/client|react-i18next|i18next|zustand(\/vanilla)?|@tanstack\/react-router)$/
  const harmless =
    /^(@fontsource|@vitrine\/contract\/(errors|trim-slashes|api\/content\/media-kinds|api\/content\/shelf-kinds|api\/content\/trash\/kinds|api\/screens\/device-facets)$)/
  const heavy = [...packages].filter(([spec]) => !small.test(spec) && !harmless.test(spec))
  expect(heavy).toEqual([])
})
