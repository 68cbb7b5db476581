import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { rolldown } from 'rolldown'
import { defineConfig, type Plugin } from 'vite'

/** Chrome 80 is the oldest that the scripts are lowered to. */
const TARGET = 'chrome80'
const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string
}

/**
 * Builds the service worker into one plain script at the root of the site, told which files the app consists of, so
 * that a screen keeps exactly those.
 */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_options, output) {
      // Whoever can run this reads woff2.
      const files = Object.values(output).filter(({ fileName }) => !/index\.html$|\.woff$/.test(fileName))
      const hash = createHash('sha256')
      for (const file of Object.values(output)) hash.update(file.type === 'chunk' ? file.code : file.source)
      const bundle = await rolldown({
        input: fileURLToPath(new URL('./src/service-worker.ts', import.meta.url)),
        transform: {
          target: TARGET,
          define: {
            APP_FILES: JSON.stringify(files.map(({ fileName }) => `/${fileName}`)),
            APP_VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
          },
        },
      })
      const { output: built } = await bundle.generate({ format: 'iife', minify: true })
      await bundle.close()
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: built[0].code })
    },
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react(), serviceWorker()],
  define: { PLAYER_VERSION: JSON.stringify(version) },
  build: {
    outDir: fileURLToPath(new URL('../../dist/player', import.meta.url)),
    emptyOutDir: true,
    target: TARGET,
    modulePreload: { polyfill: false },
    // Everything in one script: a screen loads it once and keeps it.
    assetsInlineLimit: 0,
  },
})
