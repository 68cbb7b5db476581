import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { defineConfig, type Plugin } from 'vite'
import { servedFonts } from '../widgets/served-fonts.ts'
import { contentOrigin } from './content-origin.ts'
import { startSize } from './start-size.ts'

/** The oldest browser that the player is tested in; `old-browsers.ts` polyfills it. */
const TARGET = 'chrome68'
const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string
}

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** A standalone script. */
async function scriptOf(file: string, define: Record<string, string> = {}): Promise<string> {
  const input = fileURLToPath(new URL(file, import.meta.url))
  const bundle = await rolldown({ input, transform: { target: TARGET, define } })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes)

/**
 * The two scripts beside the app: the supervisor, inside the start page because it must run when no other file does,
 * and the service worker at the site's root, which gets the list of the app's files with their hashes.
 */
function besideTheApp(): Plugin {
  return {
    name: 'beside-the-app',
    apply: 'build',
    // Before styles, which scripts wait for.
    transformIndexHtml: async (page) => {
      const supervisor = await scriptOf('./src/app-update/supervisor.ts')
      return page.replace('<title>', (title) => `<script>${supervisor}</script>\n    ${title}`)
    },
    async generateBundle() {
      // Not among the stored files: a screen of another address uses it to check whether the server responds.
      const meeting = {
        'meet.html': read('./src/moving/meet.html'),
        'meet.js': await scriptOf('./src/moving/meet.ts'),
      }
      for (const [fileName, text] of Object.entries(meeting))
        this.emitFile({ type: 'asset', fileName, source: text })
    },
    // After all other plugins, which still change what they write.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }, output) {
        // Skip woff: every browser that runs this code supports woff2.
        const files = Object.keys(output).filter((name) => /^(index\.html|assets\/.+(?<!\.woff))$/.test(name))
        const hashOf = (name: string) => sha256(readFileSync(`${dir}/${name}`)).digest('base64')
        const list = JSON.stringify(
          Object.fromEntries(
            files.map((name) => [name === 'index.html' ? '/' : `/${name}`, `sha256-${hashOf(name)}`]),
          ),
        )
        writeFileSync(`${dir}/shell.json`, list)
        const worker = await scriptOf('./src/service-worker.ts', {
          APP_LIST: JSON.stringify(list),
          APP_VERSION: JSON.stringify(sha256(list).digest('hex').slice(0, 16)),
        })
        writeFileSync(`${dir}/service-worker.js`, worker)
      },
    },
  }
}

/** Vite wraps each dynamic import in 0.7 kB that preloads styles and scripts, which this app doesn't need. */
const barePreload = (): Plugin => ({
  name: 'bare-preload',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : undefined,
})

/** Preact renders the widgets that React renders in the console. */
const PREACT = [
  { find: /^react\/(jsx-runtime|jsx-dev-runtime)$/, replacement: 'preact/$1' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
]

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [servedFonts(), barePreload(), startSize(), besideTheApp(), contentOrigin(TARGET)],
  resolve: { alias: PREACT },
  define: { PLAYER_VERSION: JSON.stringify(version) },
  build: {
    outDir: fileURLToPath(new URL('../../dist/player', import.meta.url)),
    emptyOutDir: true,
    target: TARGET,
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    // Class fields become assignments, which saves 0.6 kB; safe because no class here has a base class.
    rolldownOptions: { transform: { assumptions: { setPublicClassFields: true } } },
    assetsInlineLimit: 0,
  },
})
