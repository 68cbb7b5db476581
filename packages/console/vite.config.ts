import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstLoadSize } from './first-load-size.ts'
import { textsPerFeature } from './texts-per-feature.ts'

const server = process.env.VITRINE_SERVER ?? 'http://127.0.0.1:8080'

/** The login page with all that it needs, which everything else needs as well. */
const BASE = /src\/(?:main|features\/auth\/login-page)\.tsx$/

/** What stands around every screen, with all that it needs. */
const FRAME = /src\/(?:app\/(?:console|kit|shell\/(?:shell|side-menu|top-bar))\.tsx|lib\/(?:api|query)\.ts)$/

/** The icons of the frame come with every screen: in one file, for twenty small ones compress worse. */
const FRAME_ICONS = new Set(
  ['menu.ts', 'shell.tsx', 'side-menu.tsx', 'top-bar.tsx']
    .map((name) => readFileSync(path.join(import.meta.dirname, 'src/app/shell', name), 'utf8'))
    .flatMap((code) =>
      [...code.matchAll(/phosphor-icons\/react\/dist\/csr\/(\w+)/g)].map(([, icon]) => icon),
    ),
)
const isFrameIcon = (id: string) =>
  FRAME_ICONS.has(/phosphor-icons\/react\/dist\/(?:csr|defs)\/(\w+)\./.exec(id)?.[1] ?? '') ||
  /phosphor-icons\/react\/dist\/lib\//.test(id)

/** Every icon brings six weights, and all icons together make a tenth of a script: each keeps those that it is drawn in. */
const withoutUnusedWeights = {
  name: 'without-unused-weights',
  apply: 'build' as const,
  transform: {
    filter: { id: /phosphor-icons\/react\/dist\/defs\// },
    handler: (code: string, id: string) => {
      const drawn = WEIGHTS.get(/(\w+)\.es\.js/.exec(id)?.[1] ?? '')
      const unused = ['thin', 'light', 'bold', 'fill', 'duotone'].filter((weight) => !drawn?.has(weight))
      const entries = new RegExp(`\\[\\s*"(?:${unused.join('|')})",[\\s\\S]*?\\n {2}\\],?`, 'g')
      return { code: code.replace(entries, ''), map: null }
    },
  },
}
/** By icon: what the files that import it name, the fill of chosen entries of the menu, and empty lists' duotone. */
const WEIGHTS = new Map<string, Set<string>>()
for (const file of globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname })) {
  const code = readFileSync(path.join(import.meta.dirname, file), 'utf8')
  const named = [...code.matchAll(/["'](bold|fill|duotone)["']/g)].map(([, weight = '']) => weight)
  for (const [, icon = ''] of code.matchAll(/phosphor-icons\/react\/dist\/csr\/(\w+)/g)) {
    const weights = WEIGHTS.get(icon) ?? new Set<string>()
    WEIGHTS.set(icon, weights)
    for (const weight of named) weights.add(weight)
    if (file.endsWith('app/shell/menu.ts')) weights.add('fill')
    else if (!file.endsWith('ui/screen/status.tsx') && new RegExp(`icon(?:=\\{|: )${icon}Icon`).test(code))
      weights.add('duotone')
  }
}

/** Schemas can describe themselves as JSON Schema, and bring a sixth of their library for it. The console never asks. */
const withoutJsonSchema = {
  name: 'without-json-schema',
  apply: 'build' as const,
  transform: {
    filter: { id: /zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js/ },
    handler: (code: string) => ({
      code: [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => () => {}`)
        .join('\n'),
      map: null,
    }),
  },
}

/**
 * Texts know two dozen formats as methods (`z.string().ulid()`), which bring a quarter of their library. The contract
 * names formats by rules of its own, and a build says when it no longer does.
 */
const withoutTextFormats = {
  name: 'without-text-formats',
  apply: 'build' as const,
  transform: {
    filter: { id: /zod\/v4\/(?:classic\/schemas|locales\/en)\.js|contract\/src\// },
    handler(code: string, id: string) {
      // Every rule of the contract has words of the locale; these are nobody's.
      if (id.includes('locales/en'))
        return { code: "export default () => ({ localeError: () => 'Invalid input' })", map: null }
      if (id.includes('zod/v4'))
        return {
          code: code.replace(/^ {4}\w+\(params\) \{\s+return this\.check\(core\._\w+\(Zod.*\s+\},/gm, ''),
          map: null,
        }
      const [, format] = /string\(\)(?:\.\w+\([^()]*\))*\.([a-z]+(?:v\d|\d+)?)\(/.exec(code) ?? []
      if (format && TEXT_FORMATS.test(format)) throw new Error(`${id} needs .${format}(), which is left out`)
    },
  },
}
const TEXT_FORMATS =
  /^(?:email|url|jwt|emoji|guid|uuid|nanoid|cuid|ulid|base64|xid|ksuid|ipv|cidrv|e164|datetime|date$|time$|duration)/

/**
 * Dialogs ask whether they scroll with a component that none of ours scrolls with, and that one takes a helper of three
 * lines from the library that places menus: together a tenth of a screen's script with every dialog.
 */
const withoutDialogsScroller = {
  name: 'without-dialogs-scroller',
  transform: {
    filter: {
      id: /@mantine\/core\/esm\/components\/(?:Modal\/ModalRoot|Drawer\/DrawerRoot|ScrollArea\/ScrollArea)\.mjs/,
    },
    handler: (code: string) => ({
      code: code
        .replace(/import \{ ScrollArea \} from .*/, "const ScrollArea = { Autosize: 'none' };")
        .replace(
          /import \{ useMergeRefs \} from .*/,
          "import { useMergedRef } from '@mantine/hooks';const useMergeRefs = (refs) => useMergedRef(...refs);",
        ),
      map: null,
    }),
  },
}

export default defineConfig({
  base: './',
  plugins: [
    react(),
    textsPerFeature(),
    withoutUnusedWeights,
    withoutJsonSchema,
    withoutTextFormats,
    withoutDialogsScroller,
    firstLoadSize(),
  ],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // The login page holds the table of what to load ahead with every screen. Icons, which alone begin with a capital,
    // come a moment later by themselves.
    modulePreload: { resolveDependencies: (_file, parts) => parts.filter((part) => !/\/[A-Z]/.test(part)) },
    rolldownOptions: {
      output: {
        // Few files: small ones compress worse, and each costs a request.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'frame', test: (id) => FRAME.test(id) || isFrameIcon(id) },
            // What nearly every screen has. With fewer that share it, some would load much that they never draw.
            { name: 'common', minShareCount: 32 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: server, changeOrigin: true } },
  },
})
