// Seeds random faults in packages/*/src, one at a time in a scratch copy, and runs the nearest tests that import the
// file: `node scripts/mutants.mjs [--seed 1] [--each 20] [--tests 8] [package …]`. Prints which survive.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isLong, packageOf, relatedTests } from './mutate/related.mjs'
import { listTree, openScratch } from './mutate/scratch.mjs'
import { seedsOf } from './mutate/seeds.mjs'
import { PlainFailure, runMain } from './setup/plain-failure.mjs'
import { root } from './setup/root.mjs'

/** Tests that catch most faults of the rest. */
const NEAREST = 4
const PACKAGES = ['contract', 'widgets', 'server', 'console', 'player']

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      each: { type: 'string', default: '20' },
      tests: { type: 'string', default: '8' },
    },
  })
  const files = listTree().filter((file) => /^packages\/[^/]+\/(src|test)\/.*\.tsx?$/.test(file))
  const testsOf = relatedTests(files)
  const scratch = await openScratch()
  const survived = []
  let caught = 0
  try {
    for (const name of positionals.length ? positionals : PACKAGES) {
      const random = randomFrom(`${name} ${values.seed}`)
      const faults = await chosen(files, name, Number(values.each), random)
      for (const fault of faults) {
        const by = await scratch.catches(
          fault,
          partsOf(fault.file, testsOf(fault.file), Number(values.tests)),
        )
        console.log(`${by ? 'caught  ' : 'SURVIVED'} ${textOf(fault)}${by ? ` by ${by}` : ''}`)
        if (by) caught++
        else survived.push(fault)
      }
    }
  } finally {
    await scratch.close()
  }
  console.log(`\n${caught} of ${caught + survived.length} faults caught`)
  if (survived.length) throw new PlainFailure(`Survived:\n${survived.map(textOf).join('\n')}`)
})

/** Tests to try before the next ones: the nearest, the other quick ones of the package, and `most` of the rest. */
function partsOf(source, tests, most) {
  const isQuick = (test) => packageOf(test) === packageOf(source) && !isLong(test)
  const quick = tests.filter(isQuick)
  const rest = tests.filter((test) => !isQuick(test)).slice(0, most)
  return [quick.slice(0, NEAREST), quick.slice(NEAREST), rest.slice(0, NEAREST), rest.slice(NEAREST)]
}

/** The same faults for the same seed: each kind equally often, in any file that has it. */
async function chosen(files, name, count, random) {
  const sources = files.filter((file) => file.startsWith(`packages/${name}/src/`) && !/\.test\./.test(file))
  const all = []
  for (const file of sources) {
    const source = readFileSync(path.join(root, file), 'utf8')
    for (const seed of await seedsOf(file, source)) all.push({ file, source, ...seed })
  }
  const kinds = [...Map.groupBy(all, ({ kind }) => kind).values()]
  const faults = []
  for (let turn = 0; faults.length < count && kinds.some(({ length }) => length > 0); turn++) {
    const left = kinds[turn % kinds.length]
    if (left.length) faults.push(...left.splice(Math.floor(random() * left.length), 1))
  }
  return faults
}

function textOf({ file, source, kind, start, end, text }) {
  const line = source.slice(0, start).split('\n').length
  return `${kind}: ${file}:${line}: ${source.slice(start, end).trim()} → ${text.trim()}`.replace(/\s+/g, ' ')
}

/** Mulberry32, seeded with a text. */
function randomFrom(text) {
  let state = [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
