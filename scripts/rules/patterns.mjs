// Every regular expression of the product must take linear time, or a few hundred bytes of an untrusted file could
// occupy a processor for minutes.
import { checkSync } from 'recheck'
import { parseAst } from 'rolldown/parseAst'

/**
 * Patterns that the check refuses or can't parse, each with the reason why it is safe: `file` and the `pattern` as
 * written there.
 */
const AUDITED = [
  {
    file: 'packages/contract/src/api/screens/screen-report.ts',
    // Built from two constants in the same file: one character class, a fixed number of times.
    pattern: 'new RegExp(`^[$' + '{PAIRING_ALPHABET}]{$' + '{PAIRING_LENGTH}}$`)',
  },
]

/**
 * For patterns that static analysis can't decide, tries attack texts; a fixed seed makes the result reproducible, except on
 * a busy machine, which is slow with any text. So static analysis also decides patterns that repeat more, such as ids.
 */
const SETTINGS = { timeout: 240_000, randomSeed: 0, maxRepeatCount: 100 }

/**
 * The regular expressions of a source file: `{ file, line, source, pattern, flags }`, without `pattern` if it is
 * computed.
 */
export function patternsIn({ file, text }) {
  const found = []
  const visit = (node) => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    if (typeof node?.type !== 'string') return
    const at = () => ({
      file,
      line: text.slice(0, node.start).split('\n').length,
      source: text.slice(node.start, node.end),
    })
    if (node.type === 'Literal' && node.regex) found.push({ ...at(), ...node.regex })
    if (/^(New|Call)Expression$/.test(node.type) && node.callee.name === 'RegExp') {
      const [pattern, flags] = node.arguments
      const isLiteral = (each) => typeof each?.value === 'string'
      if (pattern?.regex) return visit(node.arguments)
      found.push({
        ...at(),
        ...(isLiteral(pattern) && (!flags || isLiteral(flags))
          ? { pattern: pattern.value, flags: flags?.value ?? '' }
          : {}),
      })
    }
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value)
  }
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body)
  return found
}

/** Why a pattern is refused; undefined if its time is linear. */
function refusalOf({ pattern, flags }) {
  if (pattern === undefined) return 'is computed, so nobody can check its run time'
  const check = () => checkSync(pattern, flags, SETTINGS)
  let verdict = check()
  // Its process may have ended or waited too long on a busy machine, which says nothing about the pattern.
  for (let again = 0; verdict.status === 'unknown' && again < 2; again++) verdict = check()
  // An attack text may have been slow because the machine is: analysis of every state, which takes seconds, has the word.
  if (verdict.status === 'vulnerable' && verdict.checker === 'fuzz') {
    const analysis = checkSync(pattern, flags, { ...SETTINGS, checker: 'automaton' })
    if (analysis.status !== 'unknown') verdict = analysis
  }
  const { status, complexity, attack, error } = verdict
  if (status === 'safe') return undefined
  if (status === 'unknown') return `could not be checked (${error.kind})`
  return `takes ${complexity.summary} time, for example on ${attack.pattern}`
}

const verdicts = new Map()

/** Problems in the given source files ({ file, text, isTest }), and audited patterns that no longer exist. */
export function checkPatterns(files, audited = AUDITED) {
  const unused = new Set(audited)
  const problems = files
    .filter(({ file, isTest }) => !isTest && /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file))
    .flatMap(patternsIn)
    .flatMap((found) => {
      const { file, line, source, pattern, flags } = found
      const excuse = audited.find((each) => each.file === file && each.pattern === source)
      if (excuse) {
        unused.delete(excuse)
        return []
      }
      const key = pattern === undefined ? source : `/${pattern}/${flags}`
      if (!verdicts.has(key)) verdicts.set(key, refusalOf(found))
      const refusal = verdicts.get(key)
      return refusal ? [`${file}:${line}: ${source} ${refusal}`] : []
    })
  const stale = [...unused].map(({ file, pattern }) => `${file}: ${pattern} is audited and no longer there`)
  return [...problems, ...stale]
}
