import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { zipSync } from 'fflate'
import type { Plugin } from 'vite'

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
    generateBundle() {
      for (const id of packageIds()) {
        this.emitFile({ type: 'asset', fileName: `gallery/${id}.zip`, source: zipOf(id) })
        this.emitFile({ type: 'asset', fileName: `gallery/${id}.jpg`, source: read(`${id}/${PICTURE}`) })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, id, ending] = /^\/gallery\/([a-z-]+)\.(zip|jpg)$/.exec(request.url ?? '') ?? []
        if (id === undefined || !packageIds().includes(id)) return next()
        response.end(ending === 'zip' ? zipOf(id) : read(`${id}/${PICTURE}`))
      })
    },
  }
}

const read = (file: string): Uint8Array => readFileSync(path.join(FOLDER, file))
const packageIds = (): string[] => globSync('*/index.html', { cwd: FOLDER }).map((file) => path.dirname(file))

function zipOf(id: string): Uint8Array {
  const files = globSync([`${id}/*`, 'shared/*'], { cwd: FOLDER }).sort()
  const parts = files.map((file) => [path.basename(file), read(file)] as const)
  if (id === 'qr-code') parts.push(['qrcode.mjs', readFileSync(QR_CODES)])
  const packed = parts.filter(([name]) => name !== PICTURE)
  return zipSync(Object.fromEntries(packed), { level: 9, mtime: MADE })
}
