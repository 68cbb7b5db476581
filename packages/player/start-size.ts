import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * The budget of the script before a screen's first picture, without widgets; checked by every build. 7 kB of it compute
 * sun and prayer times, which decide what the first picture is; widgets use the same code. 1 kB follows conditions, 1 kB
 * layers, and 0.3 kB storyboards inside others, whose own code loads with the first of them.
 */
const START_MOST_KB = 55.4
/** Libraries that a wrong import would add again. */
const NEVER = /node_modules\/(zod|react|react-dom)\//

/** Fails the build if a screen's start script is too large, or contains a forbidden library. */
export function startSize(): Plugin {
  return {
    name: 'start-size',
    apply: 'build',
    // After all other plugins, because Vite adds preload lists late.
    writeBundle(_options, output) {
      // Nothing preloads the styles of lazy chunks: see `barePreload`.
      if (Object.keys(output).filter((name) => name.endsWith('.css')).length > 1)
        this.error('The player has more than one stylesheet')
      const chunks = Object.values(output).filter((file) => file.type === 'chunk')
      for (const { moduleIds } of chunks)
        for (const id of moduleIds) if (NEVER.test(id)) this.error(`The player brings ${id}`)
      const start = new Set(chunks.filter(({ isEntry }) => isEntry))
      for (const chunk of start)
        for (const name of chunk.imports) {
          const imported = output[name]
          if (imported?.type === 'chunk') start.add(imported)
        }
      const bytes = [...start].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
      const kb = (bytes / 1000).toFixed(1)
      if (bytes > START_MOST_KB * 1000)
        this.error(`The player starts with ${kb} kB of script (gzip), at most ${START_MOST_KB}`)
      this.info(`Starts with ${kb} kB of script (gzip)`)
    },
  }
}
