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
      const worker = await scriptOf('worker.ts', {
        KEEPER_PAGE: JSON.stringify(page),
        KEEPER_SCRIPT: JSON.stringify(keeper),
        STAY_SCRIPT: JSON.stringify(await scriptOf('stay.ts')),
      })
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
