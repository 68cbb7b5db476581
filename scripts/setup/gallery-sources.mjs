// Records the files from which the pictures of the gallery's packages were taken: a picture must not be older than its
// package.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

const folder = path.join(root, 'packages', 'console', 'gallery')
const PICTURE = 'preview.jpg'
const LIST = path.join(folder, 'previews.json')

export const galleryPackages = () =>
  readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, 'index.html')))
    .sort()

/** SHA-256 of a package's files, or of its picture. */
function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    const content = readFileSync(path.join(folder, file))
    hash.update(`${file} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Hashes: `sources` of the package's files, `picture` of its picture. */
export function galleryState(id) {
  const files = [id, 'shared'].flatMap((part) =>
    readdirSync(path.join(folder, part)).map((name) => `${part}/${name}`),
  )
  const picture = `${id}/${PICTURE}`
  return { sources: hashOf(files.filter((file) => file !== picture)), picture: hashOf([picture]) }
}

export const notedStates = () => JSON.parse(readFileSync(LIST, 'utf8'))

/** Call when all pictures have been taken. */
export function noteGalleryStates() {
  const states = Object.fromEntries(galleryPackages().map((id) => [id, galleryState(id)]))
  writeFileSync(LIST, `${JSON.stringify(states, null, 2)}\n`)
}
