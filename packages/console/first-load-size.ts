import { gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

/** Budgets that every build checks: the login page's script, and any first screen's after its idle-time imports. */
const LOGIN_MOST_KB = 160
// The last 70 kB: own fonts, icons, badges, entrances, QR codes of texts, values of screens, rules for rows, languages, styles of
// words, outlines, and reusable parts of pages are drawn with the page, the sun with schedules, the order of storyboards inside others with their pictures;
// schemas of webhooks, identity providers, scopes, approvals, styles, passkeys, roles, conditions, layers, sizes, comments, local
// slots, and lists that fill themselves; groups and typing in the designer.
const SCREEN_MOST_KB = 555
/** Of the whole console; a screen loads a few. Parts that few people open are files of their own, so this grows with them. */
const FILES_MOST = 520

/** Chunks that every screen imports when idle. */
const AT_REST = ['still-page', 'first-run']
/** A page's editor is either the designer or the form, depending on the URL. */
const FACES: Readonly<Record<string, readonly string[]>> = {
  'card-edit-page': ['page-editor', 'page-form'],
  'card-design-page': ['page-editor', 'standalone-designer', 'page-designer'],
}

/** Fails the build when the script of the login page or of a first screen is too large, or in too many files. */
export function firstLoadSize(): Plugin {
  return {
    name: 'first-load-size',
    apply: 'build',
    // The preload table is added to the chunks last.
    writeBundle(_options, output) {
      const chunks = Object.values(output).filter((file) => file.type === 'chunk')
      const sizes = new Map(
        chunks.map(({ fileName, code }) => [fileName, gzipSync(code, { level: 9 }).length]),
      )
      const withModule = (end: string) =>
        chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)))
      const kilobytes = (roots: readonly Rollup.OutputChunk[], alsoAtRest: readonly string[] = []) => {
        const all = withImports(roots, output, [...AT_REST, ...alsoAtRest])
        return [...all].reduce((sum, { fileName }) => sum + (sizes.get(fileName) ?? 0), 0) / 1000
      }
      const entry = chunks.filter(({ isEntry }) => isEntry)
      const frame = [...entry, ...withModule('/app/console.tsx'), ...withModule('/lib/api.ts')]
      const kit = [...entry, ...withModule('/app/kit.tsx')]
      const pages = chunks
        .flatMap(({ moduleIds }) => moduleIds)
        .filter((id) => id.endsWith('-page.tsx') && !id.endsWith('/login-page.tsx'))
      if (frame.length < 2 || pages.length < 30) this.error('Screens were not found in the bundle')

      const found = pages.map((id) => {
        const name = nameOf(id)
        const around = id.includes('/auth/') ? kit : frame
        return { name, size: kilobytes([...around, ...withModule(id)], FACES[name]), most: SCREEN_MOST_KB }
      })
      const login = [...entry, ...withModule('/auth/login-page.tsx')]
      found.push({ name: 'login-page', size: kilobytes(login), most: LOGIN_MOST_KB })
      for (const { name, size, most } of found)
        if (size > most) this.error(`${name} loads ${size.toFixed(1)} kB of script (gzip), at most ${most}`)
      // A language's texts load only for who chose it.
      const scripts = chunks.filter(
        ({ moduleIds }) => !moduleIds.some((id) => /\/locales\/[^/]+\.json$/.test(id)),
      )
      if (scripts.length > FILES_MOST) this.error(`${scripts.length} script files, at most ${FILES_MOST}`)
      const largest = found.toSorted((a, b) => b.size - a.size)
      const shown = [...largest.slice(0, 5), ...found.slice(-1)].map(
        ({ name, size }) => `${name} ${size.toFixed(1)}`,
      )
      this.info(`${chunks.length} script files; first screens (kB gzip): ${shown.join(', ')}`)
    },
  }
}

/** The given chunks with everything they import, statically or when idle. */
function withImports(
  roots: readonly Rollup.OutputChunk[],
  output: Rollup.OutputBundle,
  atRest: readonly string[],
) {
  const found = new Set(roots)
  for (const chunk of found) {
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const imported = output[name]
      if (imported?.type !== 'chunk') continue
      const isNeeded =
        chunk.imports.includes(name) || imported.moduleIds.some((id) => atRest.includes(nameOf(id)))
      if (isNeeded) found.add(imported)
    }
  }
  return found
}

const nameOf = (id: string): string => /([\w-]+)\.tsx?$/.exec(id)?.[1] ?? ''
