import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { command, print } from '#commands/command.ts'
import { count } from '#commands/names.ts'
import { Refusal, requireFile, WrongUse } from '#commands/refusal.ts'
import { type Vitrine, VitrineError } from '#index.ts'
import { currentOf } from './current.ts'
import { type Plan, planOf } from './plan.ts'
import { Reading, readFile } from './read.ts'

const CHANGE = { one: 'change', many: 'changes' }

export const apply = command({
  usage: 'apply FILE [--yes]',
  summary: 'Make names, groups, tags, and schedules equal to a file: shows what changes, and asks',
  options: { yes: { type: 'boolean' } },
  words: 1,
  async run(api, { values: { yes }, positionals: [file = ''] }) {
    requireFile(file)
    const reading = new Reading(file)
    const wanted = readFile(readFileSync(file, 'utf8'), reading)
    const plan = await planOf(api, wanted, await currentOf(api), reading)
    if (plan.lines.length === 0) return print('Nothing to do')
    for (const line of plan.lines) print(line)
    await requirePermissions(api, plan)
    if (!yes && !(await isConfirmed(plan.lines.length))) throw new Refusal('Nothing was changed')
    await carryOut(plan)
    print(`Done: ${count(plan.lines.length, CHANGE)}`)
  },
})

/**
 * Before the first change, so that nothing is half done. The server looks at permissions before it reads a body, and refuses
 * an empty list.
 */
async function requirePermissions(api: Vitrine, { areas }: Plan): Promise<void> {
  for (const area of areas)
    await api[area].tagMany({ body: { ids: [] } }).catch((error) => {
      if (!(error instanceof VitrineError && error.status === 400)) throw error
    })
}

async function isConfirmed(changes: number): Promise<boolean> {
  if (!process.stdin.isTTY) throw new WrongUse('Add --yes to apply this without a question')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`Apply ${count(changes, CHANGE)}? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

async function carryOut({ steps }: Plan): Promise<void> {
  for (const [index, step] of steps.entries()) {
    try {
      await step()
    } catch (error) {
      if (index === 0 || !(error instanceof Error)) throw error
      throw new Refusal(
        `${error.message}\nStopped after ${index} of ${steps.length} calls. Apply again for the rest`,
      )
    }
  }
}
