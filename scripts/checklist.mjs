// Prints which rows of docs/checklist.md and docs/test-names.md have a test that names them. Fails on a name that is in
// neither, on a range of names, and on a row without a test or a reason. With --mutate it seeds faults and shows that
// tests catch them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { rangesIn, readChecklist, rowsNamedIn, unknownNames } from './rules/checklist.mjs'
import { PlainFailure, runMain } from './setup/plain-failure.mjs'
import { root } from './setup/root.mjs'

const TEST_FILE = /\.(?:test\.tsx?|test\.mjs|spec\.ts)$/
/** The names in this test are samples. */
const SAMPLES = 'scripts/rules/checklist.test.mjs'

await runMain(async () => {
  if (process.argv.includes('--mutate')) {
    const { mutate } = await import('./mutate/run.mjs')
    return mutate(process.argv.slice(2).filter((argument) => !argument.startsWith('--')))
  }
  printRows()
})

function printRows() {
  const lists = ['checklist.md', 'test-names.md']
  const areas = readChecklist(
    lists.map((name) => readFileSync(path.join(root, 'docs', name), 'utf8')).join('\n'),
  )
  const rows = areas.flatMap((area) => area.rows)
  const known = new Set(rows.map(({ id }) => id))
  const tested = new Set()
  const problems = []
  for (const file of testFiles()) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const range of rangesIn(text)) problems.push(`${file} names the range ${range}: name each row`)
    for (const id of rowsNamedIn(text)) if (known.has(id)) tested.add(id)
    for (const id of unknownNames(text, known))
      problems.push(`${file} names ${id}, which is in neither docs/checklist.md nor docs/test-names.md`)
  }
  if (problems.length) throw new PlainFailure(problems.join('\n'))

  const open = []
  for (const { title, rows: all } of areas) {
    const missing = all.filter(({ id, reason }) => !tested.has(id) && !reason)
    open.push(...missing)
    console.log(`${title}: ${all.length - missing.length} of ${all.length}`)
    for (const { id, words } of missing) console.log(`  ${id} ${words}`)
  }
  const explained = rows.filter(({ id, reason }) => reason && !tested.has(id))
  console.log(
    `\n${tested.size} of ${rows.length} rows have a test, ${explained.length} say why they have none`,
  )
  if (open.length) throw new PlainFailure(`No test names ${open.map(({ id }) => id).join(', ')}`)
}

function testFiles() {
  const packages = readdirSync(path.join(root, 'packages')).flatMap((name) => [
    `packages/${name}/src`,
    `packages/${name}/test`,
  ])
  return [...packages, 'e2e', 'scripts'].flatMap((folder) => {
    try {
      return readdirSync(path.join(root, folder), { recursive: true })
        .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
        .filter((file) => TEST_FILE.test(file) && !file.includes('/node_modules/') && file !== SAMPLES)
    } catch (error) {
      if (error.code === 'ENOENT') return []
      throw error
    }
  })
}
