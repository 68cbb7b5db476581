// Checks that texts, comments, test titles, and documents follow the style guide. `node scripts/rules/check-words.mjs
// ROOM` lists the lines of a room (a package, e2e, bench, scripts, or docs) that need rewording.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup/root.mjs'
import { BUDGETS, checkLocale, checkWords } from './words.mjs'

const SOURCE = /^(?:packages\/[^/]+\/(?:src|test)|e2e|bench|scripts)\/.*\.(?:ts|tsx|mjs|css)$/
const DOCUMENT = /^(?:[A-Z]+|docs\/.*)\.md$/
/** Statements and paths of the specification, and files that quote the rules below. */
const EXEMPT =
  /^docs\/(?:checklist|permissions)\.md$|^CHANGELOG\.md$|^CONTRIBUTING\.md$|^scripts\/(?:rules\/(?:words|words\.test))\.mjs$/
const TEST = /\.(?:test|spec)\.(?:ts|tsx|mjs)$|^packages\/[^/]+\/test\/|^e2e\//
const LOCALES = 'packages/console/src/locales'

const listed = spawnSync('git', ['-c', 'safe.directory=*', 'ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = (listed.stdout ?? '')
  .split('\n')
  .filter((file) => (SOURCE.test(file) || DOCUMENT.test(file)) && !EXEMPT.test(file))
  .filter((file) => existsSync(path.join(root, file)))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8'), isTest: TEST.test(file) }))
if (files.length === 0) {
  console.error(`No files found. git ls-files said: ${listed.stderr || listed.error || 'nothing'}`)
  process.exit(1)
}

const json = (name) => JSON.parse(readFileSync(path.join(root, LOCALES, name), 'utf8'))
const specification = json('specification-texts.json')
const { problems, lines } = checkWords(files)
for (const name of ['en-us.json', 'en-us-start.json'])
  problems.push(...checkLocale(name, json(name), specification))

const [room] = process.argv.slice(2)
if (room) for (const { where } of lines[room] ?? []) console.log(where)
for (const problem of problems) console.error(problem)
const left = Object.entries(BUDGETS).map(
  ([name, budget]) => `${name} ${lines[name]?.length ?? 0} of ${budget}`,
)
console.log(
  `${files.length} files, ${problems.length} problems; lines to reword: ${left.join(', ') || 'none'}`,
)
process.exit(problems.length ? 1 : 0)
