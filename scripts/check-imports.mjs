// Checks that linters don't cover: import rules, placement rules, READMEs of source folders, the index of decisions,
// classes of style sheets, and a complete lockfile.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkCircles } from './rules/circles.mjs'
import { checkClasses } from './rules/classes.mjs'
import { checkDecisions } from './rules/decisions.mjs'
import { checkFunctions } from './rules/functions.mjs'
import { checkFeatures, checkImports } from './rules/imports.mjs'
import { checkLockfile } from './rules/lockfile.mjs'
import { checkReadmes } from './rules/readmes.mjs'
import { checkSources, checkStyles, checkTexts } from './rules/sources.mjs'
import { root } from './setup/root.mjs'

const SOURCE = /^(packages\/[^/]+\/(src|test)|e2e|bench|scripts)\/.*\.(ts|tsx|mjs)$/
const TEXT = /\.(ts|tsx|mjs|css|md|json|html|sh|ya?ml)$|^\.ci\/|^Dockerfile$/
const TEST = /\.(test|spec)\.(ts|tsx|mjs)$|^packages\/[^/]+\/test\/|^e2e\//

const listed = spawnSync('git', ['-c', 'safe.directory=*', 'ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = (listed.stdout ?? '')
  .split('\n')
  .filter((file) => TEXT.test(file) && file !== 'package-lock.json' && existsSync(path.join(root, file)))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8'), isTest: TEST.test(file) }))
const sources = files.filter(({ file }) => SOURCE.test(file))
const packages = sources.filter(({ file }) => file.startsWith('packages/'))

// A check that reads no file would always pass.
if (packages.length === 0) {
  console.error(`No source files found. git ls-files said: ${listed.stderr || listed.error || 'nothing'}`)
  process.exit(1)
}

const lockfile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
const problems = [
  ...checkImports(sources.filter(({ file }) => !file.startsWith('scripts/'))),
  ...checkFeatures(packages),
  ...checkCircles(packages),
  ...checkSources(sources),
  ...checkFunctions(packages),
  ...checkStyles(files),
  ...checkClasses(files),
  ...checkTexts(files.filter(({ file }) => !file.startsWith('scripts/rules/'))),
  ...checkReadmes(files),
  ...checkDecisions(files),
  ...checkLockfile(lockfile).map((problem) => `package-lock.json: ${problem}`),
]
for (const problem of problems) console.error(problem)
console.log(`${sources.length} source files, ${problems.length} problems`)
process.exit(problems.length ? 1 : 0)
