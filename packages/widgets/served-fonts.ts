import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const manifest = fileURLToPath(new URL('./package.json', import.meta.url))
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const FONT_PACKAGE = /^@fontsource|^dejavu|emoji$/

/**
 * Fonts of widgets go to `fonts/`, which screens store when they use them; `assets/` has what every screen stores.
 * Their second format is dropped: every supported browser reads woff2. Their licenses are beside them.
 */
export const servedFonts = (): Plugin => ({
  name: 'served-fonts',
  enforce: 'pre',
  transform: {
    filter: { id: /@fontsource[^?]*\.css\?inline/ },
    handler: (code) => ({ code: code.replace(/, url\([^)]*\.woff\) format\('woff'\)/g, ''), map: null }),
  },
  generateBundle() {
    const { devDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as { devDependencies: object }
    const packages = Object.keys(devDependencies).filter((name) => FONT_PACKAGE.test(name))
    const texts = packages.map((name) => `${name}\n\n${readFileSync(`${modules}${name}/LICENSE`, 'utf8')}`)
    this.emitFile({ type: 'asset', fileName: 'fonts/licenses.txt', source: texts.join('\n\n') })
  },
  config: () => ({
    build: {
      rolldownOptions: {
        output: {
          assetFileNames: ({ originalFileNames }) => {
            const isServed = originalFileNames.some(isServedFont)
            return `${isServed ? 'fonts' : 'assets'}/[name]-[hash][extname]`
          },
        },
      },
    },
  }),
})

/** Whether a file is in `fonts/`, however small. */
export const isServedFont = (file: string): boolean => SERVED.test(file)

const SERVED = /(?:fontsource|dejavu|emoji)[^?]*\/(?!ibm-plex)[^/]*\.(?:woff2|ttf)$/
