// Prints which statements of docs/checklist.md have a test that names them. Fails on a name that is not in the list.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readChecklist, rowsNamedIn } from './rules/checklist.mjs'
import { PlainFailure, runMain } from './setup/plain-failure.mjs'
import { root } from './setup/root.mjs'

const TESTS = ['packages/*/{src,test}/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts']

await runMain(() => {
  const areas = readChecklist(readFileSync(path.join(root, 'docs', 'checklist.md'), 'utf8'))
  const rows = areas.flatMap((area) => area.rows)
  const known = new Set(rows.map(({ id }) => id))
  const letters = new Set(rows.map(({ id }) => id[0]))
  const tested = new Set()
  const unknown = []
  for (const file of globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**'] }))
    for (const id of rowsNamedIn(readFileSync(path.join(root, file), 'utf8')))
      if (known.has(id)) tested.add(id)
      else if (letters.has(id[0])) unknown.push(`${file} names ${id}, which is not in docs/checklist.md`)
  if (unknown.length) throw new PlainFailure(unknown.join('\n'))

  for (const { title, rows: all } of areas) {
    const open = all.filter(({ id, reason }) => !tested.has(id) && !reason)
    console.log(`${title}: ${all.length - open.length} of ${all.length}`)
    for (const { id, words } of open) console.log(`  ${id} ${words}`)
  }
  const explained = rows.filter(({ id, reason }) => reason && !tested.has(id))
  console.log(
    `\n${tested.size} of ${rows.length} rows have a test, ${explained.length} say why they have none`,
  )
})
