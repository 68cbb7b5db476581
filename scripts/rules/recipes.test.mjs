import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../setup/root.mjs'

const guide = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')

/**
 * A recipe of CONTRIBUTING.md: the files it says to copy, and the rows it says to add, each with the text that the row of
 * the copied example has.
 */
function recipeOf(heading) {
  const section = guide.split(/^## /m).find((each) => each.startsWith(heading)) ?? ''
  const files = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => file)
  const rows = [...section.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|/gm)].map(([, file, row]) => ({
    file,
    row,
  }))
  const [, copies, additions] = /\*\*(\d+) files and (\d+) rows\*\*/.exec(section) ?? []
  return { files, rows, copies: Number(copies), additions: Number(additions) }
}

/** What each recipe copies, and which files of the tree are that example. */
const RECIPES = [
  {
    heading: 'A new entity: copy `buildings`',
    files: globSync(
      [
        'packages/contract/src/api/places/buildings.ts',
        'packages/server/src/db/migrations/baseline/places.ts',
        'packages/server/src/places/buildings/*',
        'packages/console/src/{queries/buildings.ts,places/buildings/*}',
      ],
      { cwd: root },
    ),
    // Other entities have no floors, and no CSV files.
    special: /\/(?:floor-|sheet\.)/,
  },
  {
    heading: 'A new widget: copy `tag`',
    files: globSync('packages/widgets/src/kinds/tag/*', { cwd: root }),
  },
  {
    heading: 'A new input kind: copy `checkbox`',
    files: globSync(
      ['packages/contract/src/fields/kinds/checkbox.ts', 'packages/console/src/fields/controls/checkbox.tsx'],
      {
        cwd: root,
      },
    ),
  },
]

describe.each(RECIPES)('$heading', ({ heading, files, special }) => {
  const recipe = recipeOf(heading)

  test('lists every file of its example', () => {
    expect(recipe.files.length).toBeGreaterThan(1)
    const own = files.map((file) => file.replaceAll('\\', '/')).filter((file) => !special?.test(file))
    expect(recipe.files.toSorted()).toEqual(own.toSorted())
  })
  test('its example has every row', () => {
    expect(recipe.rows.length).toBeGreaterThan(0)
    for (const { file, row } of recipe.rows) {
      expect(existsSync(path.join(root, file)), file).toBe(true)
      expect(readFileSync(path.join(root, file), 'utf8'), `${row} in ${file}`).toContain(row)
    }
  })
  test('counts its files and rows', () => {
    expect(recipe.copies).toBe(recipe.files.length)
    expect(recipe.additions).toBe(recipe.rows.length)
  })
})
