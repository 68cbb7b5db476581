import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { zipSync } from 'fflate'
import { build, type Plugin } from 'vite'

const FOLDER = path.join(import.meta.dirname, 'gallery')
/** The server stores the picture beside the package, not inside its zip. */
const PICTURE = 'preview.jpg'
/** A fixed date makes zips of equal files byte-identical, so that the media store deduplicates them. */
const MADE = new Date(2026, 0, 1)

/** The library of the package `qr-code`. */
const QR_CODES = path.join(
  path.dirname(createRequire(import.meta.url).resolve('qrcode-generator')),
  'qrcode.mjs',
)

/** Serves each folder of `gallery/` as `gallery/NAME.zip`, with the files of `gallery/shared`, and its picture beside it. */
export function galleryPackages(): Plugin {
  return {
    name: 'gallery-packages',
    async generateBundle() {
      const rules = await rowRules()
      for (const id of packageIds()) {
        this.emitFile({ type: 'asset', fileName: `gallery/${id}.zip`, source: zipOf(id, rules) })
        this.emitFile({ type: 'asset', fileName: `gallery/${id}.jpg`, source: read(`${id}/${PICTURE}`) })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, id, ending] = /^\/gallery\/([a-z-]+)\.(zip|jpg)$/.exec(request.url ?? '') ?? []
        if (id === undefined || !packageIds().includes(id)) return next()
        if (ending === 'jpg') return response.end(read(`${id}/${PICTURE}`))
        rowRules().then((rules) => response.end(zipOf(id, rules)), next)
      })
    },
  }
}

const read = (file: string): Uint8Array => readFileSync(path.join(FOLDER, file))
const packageIds = (): string[] => globSync('*/index.html', { cwd: FOLDER }).map((file) => path.dirname(file))

/** The code of lists on pages, for the packages whose rows have rules. */
async function rowRules(): Promise<Uint8Array> {
  const entry = path.join(import.meta.dirname, 'gallery-row-rules.ts')
  const built = await build({
    ...{ configFile: false, logLevel: 'silent', publicDir: false },
    build: { write: false, target: 'es2022', lib: { entry, formats: ['es'] } },
  })
  const [{ output } = { output: [] }] = [built].flat() as { output: { code?: string }[] }[]
  return new TextEncoder().encode(output[0]?.code ?? '')
}

function zipOf(id: string, rules: Uint8Array): Uint8Array {
  const files = globSync([`${id}/*`, 'shared/*'], { cwd: FOLDER }).sort()
  const parts = files.map((file) => [path.basename(file), read(file)] as const)
  if (id === 'qr-code') parts.push(['qrcode.mjs', readFileSync(QR_CODES)])
  parts.push(['row-rules.js', rules])
  const packed = parts.filter(([name]) => name !== PICTURE)
  return zipSync(Object.fromEntries(packed), { level: 9, mtime: MADE })
}
