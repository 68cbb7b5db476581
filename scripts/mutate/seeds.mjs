// Finds the places of a source file where a small fault can be seeded, by kind.
import { parseSync } from 'vite'

const BOUNDARY = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const EQUALITY = { '===': '!==', '!==': '===' }
const SUM = { '+': '-', '-': '+', '*': '/', '/': '*' }
const LOGIC = { '&&': '||', '||': '&&' }
const HEADER = {
  'no-store': 'public',
  'private, no-cache': 'public, max-age=60',
  POST: 'PUT',
  nosniff: 'sniff',
}

const isText = (node) => node.type === 'TemplateLiteral' || typeof node.value === 'string'
/** Faults that may never end would only show that a test can time out. */
const LOOPS = new Set(['ForStatement', 'WhileStatement', 'DoWhileStatement'])
const WITH_VALUES = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** Each: { kind, start, end, text } */
export async function seedsOf(file, source) {
  const { program } = await parseSync(file, source)
  const seeds = []
  const add = (kind, { start, end }, text) => seeds.push({ kind, start, end, text })
  const code = ({ start, end }) => source.slice(start, end)
  visit(program, undefined, (node, parent) => {
    const { type } = node
    if (type === 'BinaryExpression' || type === 'LogicalExpression') {
      const at = { start: node.left.end, end: node.right.start }
      const swapped = (operators) => code(at).replace(node.operator, operators[node.operator])
      if (node.operator in BOUNDARY) add('boundary', at, swapped(BOUNDARY))
      if (node.operator in EQUALITY) add('equality', at, swapped(EQUALITY))
      if (node.operator in SUM && !isText(node.left) && !isText(node.right)) add('sum', at, swapped(SUM))
      if (node.operator in LOGIC) add('logic', at, swapped(LOGIC))
    }
    if (type === 'Literal' && typeof node.value === 'number' && !isKey(node, parent)) {
      add('one more', node, String(node.value + 1))
      if (node.value !== 0) add('ten times', node, String(node.value * 10))
    }
    if (type === 'Literal' && typeof node.value === 'boolean') add('boolean', node, String(!node.value))
    if (type === 'Literal' && Object.hasOwn(HEADER, node.value) && !isKey(node, parent))
      add('word', node, `'${HEADER[node.value]}'`)
    if (type === 'IfStatement' || type === 'ConditionalExpression')
      add('negated', node.test, `!(${code(node.test)})`)
    if (type === 'ExpressionStatement' && node.expression.callee?.type !== 'Super' && !node.directive)
      add('dropped', node, ';')
  })
  return seeds
}

const isKey = (node, parent) => parent?.type === 'Property' && parent.key === node

function visit(node, parent, each) {
  if (LOOPS.has(node.type)) return visit(node.body, node, each)
  // Types are gone when the code runs.
  if (node.type.startsWith('TS') && !WITH_VALUES.has(node.type)) return
  each(node, parent)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') visit(child, node, each)
}
