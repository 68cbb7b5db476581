import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { type Plugin, parseAst } from 'vite'

const FOLDER = path.resolve(import.meta.dirname, '../contract/src')
const PLAIN = '?plain'
const SCHEMAS = '?schemas'

/**
 * Builds every file of the contract as two modules: what it says in plain values, and its schemas, which bring their
 * library along. A list that needs a size or a role then loads no schema; a form that checks with one does. Names are
 * imported as ever: the file itself passes those of both on. It holds nothing, so that the schemas, which are made of
 * the plain values, always come after them.
 */
export function contractHalves(): Plugin {
  return {
    name: 'contract-halves',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/contract\/src\/[\w/-]+\.ts(\?(plain|schemas))?$/ },
      handler(id) {
        const [file = id, half] = id.split('?')
        if (!file.startsWith(FOLDER)) return null
        const { names, plain, schemas } = halvesOf(file)
        const code = half === undefined ? names : `?${half}` === PLAIN ? plain : schemas
        return { code, moduleSideEffects: false }
      },
    },
  }
}

interface Halves {
  /** Passes on what both halves export. */
  names: string
  plain: string
  schemas: string
  /** Exported names that need the library of schemas. */
  needing: ReadonlySet<string>
}
const known = new Map<string, Halves>()

function halvesOf(file: string): Halves {
  const before = known.get(file)
  if (before) return before
  const code = stripTypeScriptTypes(readFileSync(file, 'utf8'))
  const statements = parseAst(code).body as unknown as Node[]
  const text = ({ start, end }: Node) => code.slice(start, end)
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration')
  const parts = statements.filter((one) => !imports.includes(one)).map(partOf)
  const needing = new Set(imports.flatMap((one) => neededOf(one, file)))
  for (let size = -1; size < needing.size; ) {
    size = needing.size
    for (const { names, uses } of parts)
      if (uses.some((name) => needing.has(name))) for (const name of names) needing.add(name)
  }
  const isSchema = ({ names, uses }: Part) => [...names, ...uses].some((name) => needing.has(name))
  const [schemaParts, plainParts] = [parts.filter(isSchema), parts.filter((part) => !isSchema(part))]
  const all = (list: Part[]) => list.flatMap(({ names }) => names)
  const hidden = all(plainParts.filter(({ exported }) => !exported))
  const passed = all(schemaParts.filter(({ exported }) => exported))
  const self = `./${path.basename(file)}`
  const lines = (...list: string[]) => list.join('\n')
  const offered = all(plainParts.filter(({ exported }) => exported))
  const halves = {
    names: lines(
      `export { ${offered.join(', ')} } from '${self}${PLAIN}'`,
      passed.length ? `export { ${passed.join(', ')} } from '${self}${SCHEMAS}'` : '',
    ),
    plain: lines(
      ...imports.filter((one) => one.source?.value !== 'zod').map(text),
      ...plainParts.map(({ node }) => text(node)),
      `export { ${hidden.join(', ')} }`,
    ),
    schemas: lines(
      ...imports.map(text),
      `import { ${all(plainParts).join(', ')} } from '${self}${PLAIN}'`,
      ...schemaParts.map(({ node }) => text(node)),
    ),
    needing: new Set(passed),
  }
  known.set(file, halves)
  return halves
}

/** As much of a syntax tree as is read here. */
interface Node {
  type: string
  start: number
  end: number
  name?: string
  id?: Node
  declaration?: Node | null
  declarations?: Node[]
  source?: { value: string } | null
  specifiers?: { local: { name: string }; imported?: { name: string } }[]
}

/** A statement with the names that it makes and those that it uses. */
interface Part {
  node: Node
  names: string[]
  uses: string[]
  exported: boolean
}

function partOf(node: Node): Part {
  const inner = node.declaration ?? node
  const made = inner.declarations?.map(({ id }) => id) ?? [inner.id]
  return {
    node,
    names: made.flatMap(bound),
    uses: namesIn(inner),
    exported: inner !== node,
  }
}

/** Every name that a piece of code takes from around it: none of properties, none that its functions make. */
function namesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, name, ...rest } = node as Record<string, unknown>
  if (type === 'Identifier') return [String(name)]
  if (rest.computed === false && type === 'MemberExpression') return namesIn(rest.object)
  if (rest.computed === false && type === 'Property') return namesIn(rest.value)
  const names = Object.values(rest).flatMap(namesIn)
  if (!String(type).includes('Function')) return names
  const own = new Set([...bound(rest.params), ...declared(rest.body)])
  return names.filter((one) => !own.has(one))
}

/** What a pattern binds: `{ a, b: [c] = [] }` binds `a` and `c`. */
function bound(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(bound)
  if (typeof pattern !== 'object' || pattern === null) return []
  const { type, name, left, value, argument, properties, elements } = pattern as Record<string, unknown>
  if (type === 'Identifier') return [String(name)]
  return [left, value, argument, properties, elements].flatMap((part) =>
    typeof part === 'object' ? bound(part) : [],
  )
}

/** What the statements of a function declare. */
function declared(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(declared)
  if (typeof node !== 'object' || node === null) return []
  const { type, id, ...rest } = node as Record<string, unknown>
  if (String(type).includes('Function')) return bound(id)
  return [...(type === 'VariableDeclarator' ? bound(id) : []), ...Object.values(rest).flatMap(declared)]
}

/** Of what an import brings, the names that need the library of schemas. */
function neededOf({ source, specifiers = [] }: Node, from: string): string[] {
  const spec = source?.value ?? ''
  const own = spec.startsWith('./')
    ? path.join(path.dirname(from), spec)
    : spec.startsWith('#')
      ? path.join(FOLDER, spec.slice(1))
      : undefined
  const needing = own && halvesOf(own).needing
  return specifiers
    .filter(({ imported }) => !needing || needing.has(imported?.name ?? ''))
    .map(({ local }) => local.name)
}
