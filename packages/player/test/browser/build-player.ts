import { fileURLToPath } from 'node:url'
import { build } from 'vite'

export const PAGES = fileURLToPath(new URL('../../node_modules/.player-for-tests', import.meta.url))

/** Builds what the tests serve, beside nothing that others use. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default async function buildPlayer(): Promise<void> {
  await build({
    configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { outDir: PAGES, emptyOutDir: true },
  })
}
