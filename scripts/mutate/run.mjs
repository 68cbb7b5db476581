// Seeds one fault after another in a scratch copy of the tree, and runs the tests that must catch it.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PlainFailure } from '../setup/plain-failure.mjs'
import { FAULTS } from './faults.mjs'
import { makeScratch, openVitest } from './scratch.mjs'

/** `rows`: only their faults; all of them where none is named. Throws when one survives. */
export async function mutate(rows) {
  const faults = FAULTS.filter(({ row }) => rows.length === 0 || rows.includes(row))
  const started = Date.now()
  const { scratch, clean } = makeScratch()
  let vitest
  try {
    vitest = await openVitest(scratch)
    await checkBefore(vitest, faults)
    const survived = []
    for (const fault of faults) {
      const caught = await tryFault(vitest, scratch, fault)
      console.log(
        `${caught ? 'caught  ' : 'SURVIVED'} ${fault.row} ${fault.kind}: ${fault.file}: ${fault.replace.trim()}`,
      )
      if (!caught) survived.push(fault)
    }
    const seconds = Math.round((Date.now() - started) / 1000)
    console.log(`\n${faults.length - survived.length} of ${faults.length} faults caught, ${seconds} s`)
    if (survived.length) throw new PlainFailure(`Survived: ${survived.map(({ row }) => row).join(', ')}`)
  } finally {
    await vitest?.close()
    clean()
  }
}

/** A test that fails already would catch everything. */
async function checkBefore(vitest, faults) {
  const results = await run(
    vitest,
    [...new Set(faults.map(({ test }) => test))],
    faults.map(({ row }) => row),
  )
  const wrong = faults.flatMap(({ row, test }) => {
    const found = results.filter(({ name, file }) => name.includes(row) && file.endsWith(test))
    if (found.length === 0) return [`${test} has no test titled ${row}`]
    return found.filter(({ state }) => state !== 'passed').map(({ name }) => `fails without a fault: ${name}`)
  })
  if (wrong.length) throw new PlainFailure([...new Set(wrong)].join('\n'))
}

async function tryFault(vitest, scratch, { row, file, find, replace, test }) {
  const place = path.join(scratch, file)
  const source = readFileSync(place, 'utf8')
  if (source.split(find).length !== 2) throw new PlainFailure(`${file} does not have this text once: ${find}`)
  const write = (text) => {
    writeFileSync(place, text)
    vitest.invalidateFile(place)
  }
  write(source.replace(find, () => replace))
  try {
    const results = await run(vitest, [test], [row])
    return results.some(({ name, state }) => name.includes(row) && state === 'failed')
  } finally {
    write(source)
  }
}

async function run(vitest, files, rows) {
  vitest.setGlobalTestNamePattern(new RegExp(rows.join('|')))
  const all = await vitest.globTestSpecifications()
  const specifications = all.filter(({ moduleId }) => files.some((file) => moduleId.endsWith(file)))
  const { testModules } = await vitest.runTestSpecifications(specifications)
  // Vitest also returns modules of earlier runs, which may have failed with another fault.
  const ran = testModules.filter(({ moduleId }) => files.some((file) => moduleId.endsWith(file)))
  return ran.flatMap((module) =>
    [...module.children.allTests()].map((one) => ({
      name: one.fullName,
      file: module.moduleId,
      state: one.result().state,
    })),
  )
}
