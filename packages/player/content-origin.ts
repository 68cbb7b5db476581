import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

const source = (file: string) => fileURLToPath(new URL(`./src/content-origin/${file}`, import.meta.url))

/**
 * Files that only the content origin serves: its worker and the hidden page, next to the app in `content-origin/`.
 */
export function contentOrigin(target: string): Plugin {
  const scriptOf = async (file: string, define: Record<string, string> = {}) => {
    const bundle = await rolldown({ input: source(file), transform: { target, define } })
    const { output } = await bundle.generate({ format: 'iife', minify: true })
    await bundle.close()
    return output[0].code
  }
  return {
    name: 'content-origin',
    apply: 'build',
    async generateBundle() {
      const keeper = await scriptOf('keeper.ts')
      const page = readFileSync(source('keeper.html'), 'utf8')
      // Changes with every file that the worker caches.
      const version = createHash('sha256').update(keeper).update(page).digest('hex').slice(0, 16)
      const worker = await scriptOf('worker.ts', { CONTENT_VERSION: JSON.stringify(version) })
      const files = {
        'keeper.html': page,
        'keeper.js': keeper,
        'worker.js': worker,
        'forget.html': readFileSync(source('forget.html'), 'utf8'),
        'forget.js': await scriptOf('forget.ts'),
      }
      for (const [name, text] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName: `content-origin/${name}`, source: text })
    },
  }
}
