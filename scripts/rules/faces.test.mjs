import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../setup/root.mjs'

/** The families of the widgets' default stack that the apps declare. */
const FACES = /@fontsource(?:-variable)?\/ibm-plex-sans(?:-arabic)?\/[\w-]+\.css/g
const facesIn = (file) =>
  readFileSync(path.join(root, 'packages', file), 'utf8')
    .match(FACES)
    ?.sort()

it('console and player declare the same faces: bold Arabic is as wide in designs as on screens', () => {
  const faces = facesIn('console/src/main.tsx')
  expect(faces).toContain('@fontsource/ibm-plex-sans-arabic/arabic-600.css')
  expect(facesIn('player/src/player.css')).toEqual(faces)
})
