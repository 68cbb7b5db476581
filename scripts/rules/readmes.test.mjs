import { expect, test } from 'vitest'
import { checkReadmes, mayImport } from './readmes.mjs'

const source = (file) => ({ file: `packages/${file}`, text: '', isTest: file.includes('.test.') })
const readme = (folder, text) => ({ file: `packages/${folder}/README.md`, text })
const row = (name) => `| \`${name}/\` | things |\n`

const TREE = [
  source('server/src/places/buildings/routes.ts'),
  source('server/src/places/buildings/rooms/one.ts'),
  source('server/src/places/buildings/rooms/one.test.ts'),
  source('server/src/places/buildings/rooms/two.ts'),
]
const SERVER = readme('server/src', row('places'))
const PLACES = `${mayImport('server', 'places')}\n\n${row('buildings')}`

test('a README that names every folder of its room passes', () => {
  expect(checkReadmes([...TREE, SERVER, readme('server/src/places', PLACES)])).toEqual([])
})

test('a room with folders and without a README is refused', () => {
  expect(checkReadmes([...TREE, SERVER])).toContainEqual(
    expect.stringMatching(/^packages\/server\/src\/places: /),
  )
})

test('a folder that its room doesn’t name, and a name without a folder, are refused', () => {
  const text = `${mayImport('server', 'places')}\n\n${row('floors')}`
  expect(checkReadmes([...TREE, SERVER, readme('server/src/places', text)])).toEqual([
    expect.stringContaining("floors/ doesn't exist"),
    expect.stringContaining('say what is in buildings/'),
  ])
})

test('a deeper folder is named from three modules on, tests not counted', () => {
  const third = source('server/src/places/buildings/rooms/three.ts')
  const check = (text) => checkReadmes([...TREE, third, SERVER, readme('server/src/places', text)])
  expect(check(PLACES)).toEqual([expect.stringContaining('say what is in buildings/rooms/')])
  expect(check(PLACES + row('buildings/rooms'))).toEqual([])
})

test('what a room may import is what the import rules say', () => {
  expect(mayImport('server', 'base')).toBe('May import `lib`, `db`, `blobs`.')
  const text = `May import \`lib\`.\n\n${row('buildings')}`
  expect(checkReadmes([...TREE, SERVER, readme('server/src/places', text)])).toEqual([
    expect.stringContaining('imports.mjs says: May import `lib`, `db`'),
  ])
})
