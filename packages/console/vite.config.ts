import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { isServedFont, servedFonts } from '../widgets/served-fonts.ts'
import { firstLoadSize } from './first-load-size.ts'
import { galleryPackages } from './gallery-packages.ts'
import { textsPerFeature } from './texts-per-feature.ts'

const server = process.env.VITRINE_SERVER ?? 'http://127.0.0.1:8080'

/** The login page with its imports, which every other page needs. */
const BASE = /src\/(?:main|accounts\/auth\/login-page)\.tsx$/

/** The shell with its imports. */
const FRAME =
  /src\/(?:app\/(?:console|kit|shell\/(?:shell|side-menu|top-bar))\.tsx|lib\/(?:api|query|trash)\.ts|ui\/cut-name\.tsx)$/

/** Small modules shared by several screens, each of which would become a separate chunk. */
const SMALL =
  /src\/(?:.*\/)?(?:browser-name|clamp|clipboard|compare-names|conflict-text|device-states|done-text|durations|facts|file-size|fonts|history|languages|local-day|paste-cells|placed|save-content|seconds|table|use-seen|when-idle|widget-box|welcome-phrase)\.ts$|^\0texts\/(?:conversion|region|serverErrors)$/

/** The parts of dialogs and tables with sortable rows. */
const SORTABLE =
  /src\/fields\/(?:sortable\/(?!placed)|controls\/(?:table-(?:dialog|rows)|use-pasting|pasting\.module))/
/** Upload code, shared by the library, its dialog, floors, and the first run. */
const SENDING =
  /src\/(?:pictures\/media\/media-facts|data\/sources\/api|lib\/recognize-file|content\/media\/(?:preview\/(?:drawing-parts|media-warnings)|save-file|replacing\/save-deck-file|upload\/(?:deck-files|make-thumbnail|refused-files|send-file|unfinished-uploads|upload-files|upload-requests|uploads|use-drop-zone|use-watched-job)))\.tsx?$|upload\/refused-files\.module\.css$/
/** Manual switches: how they end, and which a schedule ends. */
const SWITCHES =
  /src\/screens\/devices\/switches\/(?:kept-switches-picker|manual-switches|next-change|planned)\.(?:tsx?|module\.css)$/
/** Tags in lists. */
const TAGS = /^\0texts\/tags$|src\/(?:pickers\/tags\/tag(?:-chips|s-picker|s\.module)|queries\/tags)/
/** The fields that enter tags, numbers, and addresses. */
const TAGS_ENTRY =
  /src\/ui\/form\/fields\/tags-field|@mantine\/.*\/(?:TagsInput|PillsInput|Pill|use-pills-reorder)\b/
/** Shared by a page's form and designer. */
const PAGE_STATE = /src\/content\/pages\/designer\/(?:state\/(?:look|view)|geometry\/rect)\.ts$/
/** What draws pages that show parts. */
const SHOWN_PARTS =
  /src\/(?:pictures\/pages\/use-expanded|queries\/parts)\.ts$|contract\/src\/document\/(?:expanded-page|scaled-widget)\.ts$/
/** The import of drawings: its dialog, its texts, and what reads SVG. */
const IMPORTING =
  /src\/(?:content\/pages\/designer\/importing\/(?!pdf\/)|fields\/icons\/outline-box)|^\0texts\/importing$/
/** What forms of pages ask, which forms of styles ask too. */
const PAGE_HOST =
  /src\/content\/pages\/host\/(?:load-notice|page-fields-host|use-(?:bound-fields-host|own-fonts))\.tsx?$|contract\/src\/document\/live-loads\.ts$/

/**
 * Drops unused icon weights; every icon has six. Measured in kB (gzip) with and without: the largest screen 431 and
 * 471, which is above its limit of 450.
 */
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
/**
 * Drops parts of routes that only the server needs, such as summaries. Measured in kB (gzip) with and without: the
 * largest screen 448 and 450, of 450.
 */
const withoutServersParts = {
  name: 'without-servers-parts',
  apply: 'build' as const,
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\/contract\/src\/api\/.*\.ts$/ },
    handler: (code: string) => ({
      code: code
        .replace(/\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`),?/g, '')
        .replace(/^ {4}(?:(?:event|budget|fullDisk): '[^']*'|errors: \[[^\]]*\]),$/gm, '')
        .replace(
          /^ {4}(?:who: (?:'\w+'|\{[^}]*\})|status: \d+|(?:write|keys|secret|sends): (?:true|false)),$/gm,
          '',
        ),
      map: null,
    }),
  },
}
/**
 * Drops zod's JSON Schema functions, which only the server's API description uses. Code before the first of them is
 * used elsewhere. Measured in kB (gzip) with and without: the largest screen 450 and 445, of 450.
 */
const withoutJsonSchema = {
  name: 'without-json-schema',
  apply: 'build' as const,
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
    handler(code: string, id: string) {
      const from = id.includes('processors') ? code.indexOf('export const stringProcessor') : 0
      if (from < 0) throw new Error(`${id} has changed: look again at what of it is left out`)
      const names = [...code.slice(from).matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name]) => name,
      )
      const none = `const none = () => {}\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }`
      return { code: `${code.slice(0, from)}\n${none}`, map: null }
    },
  },
}
/**
 * Weights by icon: those named by importing files, fill for active menu entries and for buttons of settings that are made,
 * and duotone for empty lists.
 */
const WEIGHTS = new Map<string, Set<string>>()
for (const file of globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname })) {
  const code = readFileSync(path.join(import.meta.dirname, file), 'utf8')
  const named = [...code.matchAll(/["'](bold|fill|duotone)["']/g)].map(([, weight = '']) => weight)
  for (const [, icon = ''] of code.matchAll(/phosphor-icons\/react\/dist\/csr\/(\w+)/g)) {
    const weights = WEIGHTS.get(icon) ?? new Set<string>()
    WEIGHTS.set(icon, weights)
    for (const weight of named) weights.add(weight)
    if (file.endsWith('app/shell/menu.ts') || code.includes('<SettingButton')) weights.add('fill')
    else if (!file.endsWith('ui/screen/status.tsx') && new RegExp(`icon(?:=\\{|: )${icon}Icon`).test(code))
      weights.add('duotone')
  }
}

export default defineConfig({
  base: './',
  plugins: [
    react(),
    servedFonts(),
    textsPerFeature(),
    galleryPackages(),
    withoutServersParts,
    withoutJsonSchema,
    withoutUnusedWeights,
    firstLoadSize(),
  ],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // Small fonts are files too: the release has one copy of them for console and player.
    assetsInlineLimit: (file) => (isServedFont(file) ? false : undefined),
    rolldownOptions: {
      output: {
        // Without groups: 409 files instead of 256, 142 kB instead of 129 at login, 488 instead of 431 on the largest screen.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'frame', test: FRAME },
            // A few lines each, which would otherwise become separate chunks.
            { name: 'frame', test: /@mantine\/.*\/(?:get-env|clamp)\.mjs$/ },
            // A lower count makes some screens load unused code. Shared icons need two screens; with four, there are
            // 277 files, and screens with few icons are 2 kB smaller.
            { name: 'icons', test: /phosphor-icons/, minShareCount: 2 },
            // Never the library of forms: 15 kB for screens without one, such as the designer.
            { name: 'common', test: /^(?!.*react-hook-form)/, minShareCount: 36 },
            { name: 'small', test: SMALL },
            { name: 'sortable', test: SORTABLE, includeDependenciesRecursively: false },
            { name: 'sending', test: SENDING, includeDependenciesRecursively: false },
            { name: 'switches', test: SWITCHES, includeDependenciesRecursively: false },
            { name: 'tags', test: TAGS, includeDependenciesRecursively: false },
            { name: 'tags-entry', test: TAGS_ENTRY, includeDependenciesRecursively: false },
            { name: 'page-state', test: PAGE_STATE, includeDependenciesRecursively: false },
            { name: 'shown-parts', test: SHOWN_PARTS, includeDependenciesRecursively: false },
            { name: 'importing', test: IMPORTING, includeDependenciesRecursively: false },
            { name: 'page-fields-host', test: PAGE_HOST, includeDependenciesRecursively: false },
            // Components of ten or more screens: 10 fewer files, half a kB more on the largest screen.
            { name: 'parts', test: /@mantine/, minShareCount: 10, includeDependenciesRecursively: false },
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
