import { fileURLToPath } from 'node:url'
import { build as buildPages } from 'vite'

const folder = (name: string) =>
  fileURLToPath(new URL(`../../node_modules/.player-for-tests/${name}`, import.meta.url))

export const PAGES = folder('present')
export const NEXT_PAGES = folder('next')
export const NEXT_VERSION = '99.0.0'
/** A version that crashes on start. */
export const BROKEN_PAGES = folder('broken')

/** Builds the pages that the tests serve, separate from other builds. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default async function buildPlayer(): Promise<void> {
  await build(PAGES)
  await build(NEXT_PAGES, JSON.stringify(NEXT_VERSION))
  await build(BROKEN_PAGES, 'undefined.broken')
}

const build = (outDir: string, version?: string) =>
  buildPages({
    configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    ...(version !== undefined && { define: { PLAYER_VERSION: version } }),
  })
