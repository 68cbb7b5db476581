import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const SOURCES = path.resolve(import.meta.dirname, 'src')
const ALL = path.join(SOURCES, 'locales/en-us.json')
const SOME = '\0texts/'
const OWN_CODE = /\/console\/src\/(?!lib\/|locales\/)[\w-]+\/.*\.tsx?$/

/**
 * Splits the texts by feature: a file with `'media.uploaded'` in it, or one that builds a key from `media.`, loads
 * the texts of `media`. Texts used in `src/lib` belong to the kit, because that folder must not load texts on the
 * login page. Measured in kB (gzip) with and without: the largest screen 441 and 447 of 450, storyboards 391 and 400.
 */
export function textsPerFeature(): Plugin {
  const texts: Record<string, unknown> = JSON.parse(readFileSync(ALL, 'utf8'))
  const names = Object.keys(texts)
  const namesBefore = new RegExp(`(?:['"\`]|texts\\?\\.)(${names.join('|')})(?:\\?\\.|\\.)`, 'g')
  const saidIn = (code: string) => new Set([...code.matchAll(namesBefore)].map(([, name]) => name ?? ''))
  const common = new Set<string>()
  for (const file of globSync('lib/**/*.ts', { cwd: SOURCES }))
    for (const name of saidIn(readFileSync(path.join(SOURCES, file), 'utf8'))) common.add(name)
  const json = (some: Iterable<string>) =>
    JSON.stringify(Object.fromEntries([...some].map((name) => [name, texts[name]])))

  return {
    name: 'texts-per-feature',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: /^\0texts\// }, handler: (id) => id },
    load(id) {
      if (id === ALL) return { code: `export default ${json(common)}`, moduleType: 'js' }
      if (!id.startsWith(SOME)) return
      const own = json([id.slice(SOME.length)])
      return {
        code: `import { addTexts } from '#lib/text/i18n.ts'\naddTexts(${own})`,
        moduleSideEffects: true,
      }
    },
    transform: {
      filter: { id: OWN_CODE },
      handler(code) {
        const needed = [...saidIn(code)].filter((name) => !common.has(name))
        if (needed.length === 0) return
        // Prepended to the first line, which keeps line numbers.
        return { code: `${needed.map((name) => `import '${SOME}${name}';`).join('')}${code}`, map: null }
      },
    },
  }
}
