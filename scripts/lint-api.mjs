// Checks the API's description with two public linters, every rule of their recommended sets.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { openApi } from '../packages/server/src/app/openapi/document.ts'
import { ensureApiLinters } from './setup/cached/api-linters.mjs'

/** Ids are never the words that other paths have in their place, so only a reader of patterns sees two meanings. */
const REDOCLY_RULES = { 'no-ambiguous-paths': 'off' }

const folder = await ensureApiLinters().catch((error) => {
  console.log(`skip the check of the API's description: ${error.message}`)
  process.exit(0)
})
const require = createRequire(path.join(folder, 'package.json'))
const json = JSON.stringify(openApi())
const problems = [...(await redocly(json)), ...(await spectral(json))]
for (const problem of problems) console.error(problem)
console.log(`${problems.length} problems in the API's description`)
process.exit(problems.length > 0 ? 1 : 0)

async function redocly(source) {
  const { createConfig, lint } = require('@redocly/openapi-core')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-api-'))
  try {
    const file = path.join(folder, 'openapi.json')
    writeFileSync(file, source)
    const config = await createConfig({ extends: ['recommended-strict'], rules: REDOCLY_RULES })
    const found = await lint({ ref: file, config })
    return found.map(({ ruleId, message, location }) => `${location[0]?.pointer} ${ruleId}: ${message}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function spectral(source) {
  const { Spectral } = require('@stoplight/spectral-core')
  const { oas } = require('@stoplight/spectral-rulesets')
  const linter = new Spectral()
  linter.setRuleset({ extends: [oas] })
  const found = await linter.run(JSON.parse(source))
  return found.map(({ code, message, path: at }) => `${at.join('/')} ${code}: ${message}`)
}
