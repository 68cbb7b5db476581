// Long functions: a function should fit on a screen and have one job. Budgets limit how many longer ones a package
// still has.
import { parseSync, Visitor } from 'rolldown/utils'

const LINES_AT_MOST = 60

/** Maximum functions above the limit, by package. The numbers may only go down. */
const BUDGETS = { console: 18 }

/** Functions of a source file that are longer than `most` lines, with name and length. */
export function longFunctions({ file, text }, most = LINES_AT_MOST) {
  const found = []
  const starts = [...text.matchAll(/\n/g)].map(({ index }) => index + 1)
  const lineAt = (offset) => starts.filter((start) => start <= offset).length + 1
  const names = new Map()
  const named = (name, value) => value && names.set(value, name)
  const measure = (node) => {
    const line = lineAt(node.start)
    const lines = lineAt(node.end) - line + 1
    if (lines > most)
      found.push({ name: node.id?.name ?? names.get(node) ?? 'a callback', file, line, lines })
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => named(id.name, init),
    Property: ({ key, value }) => named(key.name, value),
    MethodDefinition: ({ key, value }) => named(key.name, value),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(file, text).program)
  return found
}

/** Reports packages with more long functions than their budget. */
export function checkFunctions(files, budgets = BUDGETS) {
  return Object.entries(budgets).flatMap(([name, budget]) => {
    const inside = files.filter(({ file, isTest }) => file.startsWith(`packages/${name}/src/`) && !isTest)
    const found = inside.flatMap((file) => longFunctions(file)).sort((a, b) => b.lines - a.lines)
    if (found.length <= budget) return []
    return [
      `packages/${name}: ${found.length} functions are longer than ${LINES_AT_MOST} lines; the budget is ${budget}. Take them apart:`,
      ...found.map((long) => `  ${long.file}:${long.line}: ${long.name}, ${long.lines} lines`),
    ]
  })
}
