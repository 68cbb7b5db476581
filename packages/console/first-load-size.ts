import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

/** Promises, checked by every build: the script of the login page, and of any first screen once it is at rest. */
const LOGIN_MOST_KB = 160
const SCREEN_MOST_KB = 450

/**
 * What comes by itself after a screen's own script: what it draws without being asked, and the kinds of widgets that most
 * pages have. Dialogs that are fetched ahead are found in the sources.
 */
const BY_THEMSELVES = ['still-page', 'first-run', 'media-looper', 'text', 'date-time']
/** The editor of a page has two faces; which of them depends on the address. */
const FACES: Readonly<Record<string, readonly string[]>> = {
  'card-edit-page': ['page-editor', 'page-form'],
  'card-design-page': ['page-editor', 'page-designer'],
}

/** Fails the build when the script of the login page or of any first screen has grown too large. */
export function firstLoadSize(): Plugin {
  return {
    name: 'first-load-size',
    apply: 'build',
    // After everything: the table of what to load ahead is written into the scripts last.
    writeBundle(_options, output) {
      const chunks = Object.values(output).filter((file) => file.type === 'chunk')
      const sizes = new Map(
        chunks.map(({ fileName, code }) => [fileName, gzipSync(code, { level: 9 }).length]),
      )
      const of = (end: string) => chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(end))
      const ahead = fetchedAhead()
      const kilobytes = (roots: readonly Rollup.OutputChunk[], alsoAtRest: readonly string[] = []) => {
        const atRest = [...BY_THEMSELVES, ...alsoAtRest]
        const all = withImports(roots, output, (by, part) =>
          [...atRest, ...by.moduleIds.flatMap((id) => ahead.get(id) ?? [])].includes(nameOf(part)),
        )
        return [...all].reduce((sum, { fileName }) => sum + (sizes.get(fileName) ?? 0), 0) / 1000
      }
      const entry = chunks.filter(({ isEntry }) => isEntry)
      const login = of('/auth/login-page.tsx')
      const frame = [...entry, ...of('/app/console.tsx'), ...of('/lib/api.ts')]
      const kit = [...entry, ...of('/app/kit.tsx')]
      const pages = of('-page.tsx').filter((page) => !login.includes(page))
      if (!login.length || frame.length < 3 || kit.length < 2 || pages.length < 30)
        this.error('Screens are no parts of their own any more')

      const found = pages.map((page) => {
        const name = nameOf(page)
        const around = page.facadeModuleId?.includes('/auth/') ? kit : frame
        return { name, size: kilobytes([...around, page], FACES[name]), most: SCREEN_MOST_KB }
      })
      found.push({ name: 'login-page', size: kilobytes([...entry, ...login]), most: LOGIN_MOST_KB })
      for (const { name, size, most } of found)
        if (size > most) this.error(`${name} loads ${size.toFixed(1)} kB of script (gzip), at most ${most}`)
      const largest = found.toSorted((a, b) => b.size - a.size)
      const told = [...largest.slice(0, 5), ...found.slice(-1)].map(
        ({ name, size }) => `${name} ${size.toFixed(1)}`,
      )
      this.info(`Script of first screens (kB gzip): ${told.join(', ')}`)
    },
  }
}

/** With everything that comes with these, at once or by itself. */
function withImports(
  roots: readonly Rollup.OutputChunk[],
  output: Rollup.OutputBundle,
  comesWith: (by: Rollup.OutputChunk, part: Rollup.OutputChunk) => boolean,
) {
  const found = new Set(roots)
  for (const chunk of found) {
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const imported = output[name]
      if (imported?.type !== 'chunk') continue
      if (chunk.imports.includes(name) || comesWith(chunk, imported)) found.add(imported)
    }
  }
  return found
}

const nameOf = ({ facadeModuleId }: Rollup.OutputChunk): string =>
  /([\w-]+)\.tsx?$/.exec(facadeModuleId ?? '')?.[1] ?? ''

/** By file: `lateDialog(…)` fetches what it will draw, unless it is told not to. */
function fetchedAhead(): Map<string, string[]> {
  const folder = path.join(import.meta.dirname, 'src')
  const found = new Map<string, string[]>()
  for (const file of globSync('**/*.tsx', { cwd: folder })) {
    const id = path.join(folder, file)
    const [, ...calls] = readFileSync(id, 'utf8').split('= lateDialog(')
    const names = calls
      .map((call) => call.slice(0, call.search(/\n(?:const|function|export|interface|\/\*\*)/)))
      .filter((call) => !call.includes('ahead: false'))
      .flatMap((call) => /([\w-]+)\.tsx'\)/.exec(call)?.[1] ?? [])
    if (names.length > 0) found.set(id, names)
  }
  return found
}
