// Prints the types of the client from the API's description: every call with its parameters, query, body, and answer.
// Objects that the contract names keep their name.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { schemaOf } from '../server/src/app/openapi/schema.ts'

const api = path.join(import.meta.dirname, '..', 'contract', 'src', 'api')

/** `document`: openApi(). `routes`: the tree of the client. */
export async function declarations(document, routes) {
  const operations = new Map(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => [operation.operationId, operation]),
    ),
  )
  const printer = new Printer()
  // What calls contain, before the names are known.
  const count = printTree(routes, operations, printer)
  printer.names = await namesAmong(printer.seen)
  const { Error: error } = document.components.schemas
  const { errKey, conflict, usedIn } = error.properties
  const calls = printTree(routes, operations, printer)
  if (count.split('(args').length < 100) throw new Error('The client has no calls')
  return [
    HEAD,
    `export type ErrorKey = ${printer.typeOf(errKey, '')}\n`,
    errorClass(printer.typeOf(conflict, '  '), printer.typeOf(usedIn, '  ')),
    `export interface Vitrine ${calls}\n`,
    ...printer.named(),
  ].join('\n')
}

const sources = readFileSync(path.join(import.meta.dirname, 'src', 'send.ts'), 'utf8')
const OPTIONS = sources.match(/(^\/\*\* .+\n)?^export interface [^}]+\}\n/gm) ?? []

const HEAD = `${OPTIONS.join('\n')}
/** Every call that an API key can make: \`vitrine({ url, key }).devices.list({ query: { search: 'Lobby' } })\`. */
export declare function vitrine(connection: Connection): Vitrine
`

const errorClass = (conflict, usedIn) => `/**
 * A failed call. \`status\` 0: no answer arrived, because the server couldn't be reached or the time was up. \`errors\`: one
 * text per field of the body, by its path.
 */
export declare class VitrineError extends Error {
  readonly name: 'VitrineError'
  readonly status: number
  readonly errKey: ErrorKey | undefined
  readonly errors: Record<string, string>
  readonly conflict: ${conflict} | undefined
  readonly usedIn: ${usedIn}
}
`

function printTree(tree, operations, printer, prefix = '', indent = '') {
  const inside = `${indent}  `
  const lines = Object.entries(tree).map(([name, node]) => {
    const full = prefix + name
    if (typeof node.method !== 'string')
      return `${inside}${name}: ${printTree(node, operations, printer, `${full}.`, inside)}`
    return printCall(name, operations.get(full), printer, inside)
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

function printCall(name, operation, printer, indent) {
  const args = [
    ['params', parametersOf(operation, 'path')],
    ['query', parametersOf(operation, 'query')],
    ['body', bodyOf(operation)],
  ].flatMap(([key, schema]) => {
    if (!schema) return []
    const isOptional = key !== 'body' ? !schema.required.length : !operation.requestBody.required
    return [{ isOptional, text: `${key}${isOptional ? '?' : ''}: ${printer.typeOf(schema, `${indent}  `)}` }]
  })
  const optional = args.every(({ isOptional }) => isOptional) ? '?' : ''
  const list = args.map(({ text }) => `\n${indent}  ${text}`).join('')
  const type = args.length ? `{${list}\n${indent}}` : 'Record<string, never>'
  const doc = `${operation.summary}. ${operation.description}`
  return `${indent}${comment(doc)}\n${indent}${name}(args${optional}: ${type}, options?: CallOptions): Promise<${answerOf(operation, printer, indent)}>`
}

function parametersOf({ parameters = [] }, place) {
  const own = parameters.filter((each) => each.in === place)
  if (!own.length) return undefined
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  }
}

function bodyOf({ requestBody }) {
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {}
  return json?.schema ?? form?.schema
}

function answerOf({ responses }, printer, indent) {
  const done = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const content = done?.[1].content ?? {}
  if (content['text/event-stream']) return 'ReadableStream<Uint8Array>'
  const { schema } = content['application/json'] ?? {}
  return schema ? printer.typeOf(schema, indent) : 'Blob'
}

class Printer {
  /** The keys of all objects. */
  seen = new Set()
  /** Key → name. */
  names = new Map()
  #declared = new Map()

  typeOf(schema, indent) {
    const { type, description: _, ...rest } = schema
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ')
    for (const [list, sign] of [
      ['anyOf', '|'],
      ['oneOf', '|'],
      ['allOf', '&'],
    ])
      if (schema[list]) return this.#union(schema[list], sign, indent)
    if (Array.isArray(type))
      return this.#union(
        type.map((each) => ({ ...rest, type: each })),
        '|',
        indent,
      )
    if (schema.prefixItems)
      return `[${schema.prefixItems.map((each) => this.typeOf(each, indent)).join(', ')}]`
    if (schema.format === 'binary') return 'Blob'
    if (type === 'object') return this.#object(schema, indent)
    if (type === 'array') return this.#array(schema.items ?? {}, indent)
    return (
      { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' }[type] ??
      'unknown'
    )
  }

  #union(schemas, sign, indent) {
    const types = [...new Set(schemas.map((each) => this.typeOf(each, indent)))]
    const known = sign === '&' ? types.filter((each) => each !== 'unknown') : types
    return known.length > 1
      ? known
          .map((each) => (/ [|&] /.test(each) && !each.startsWith('{') ? `(${each})` : each))
          .join(` ${sign} `)
      : (known[0] ?? 'unknown')
  }

  #array(items, indent) {
    const type = this.typeOf(items, indent)
    // One file of a form needs no list.
    if (type === 'Blob') return 'Blob | Blob[]'
    return /^[\w.]+$/.test(type) ? `${type}[]` : `Array<${type}>`
  }

  #object(schema, indent) {
    const key = keyOf(schema)
    this.seen.add(key)
    const name = this.names.get(key)
    if (name === undefined) return this.#members(schema, indent)
    if (!this.#declared.has(name)) {
      this.#declared.set(name, '')
      this.#declared.set(name, this.#members(schema, ''))
    }
    return name
  }

  #members({ properties = {}, required = [], additionalProperties }, indent) {
    const fields = Object.entries(properties).map(([key, schema]) => {
      const doc = schema.description ? `${indent}  ${comment(schema.description)}\n` : ''
      const name = /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)
      return `${doc}${indent}  ${name}${required.includes(key) ? '' : '?'}: ${this.typeOf(schema, `${indent}  `)}`
    })
    if (fields.length) return `{\n${fields.join('\n')}\n${indent}}`
    const isOpen = typeof additionalProperties === 'object'
    return `Record<string, ${isOpen ? this.typeOf(additionalProperties, indent) : 'unknown'}>`
  }

  /** The declarations of the names that were printed. */
  named() {
    const lines = [...this.#declared].sort(([one], [other]) => (one < other ? -1 : 1))
    return lines.map(([name, text]) => `export interface ${name} ${text}\n`)
  }
}

const comment = (text) => `/** ${text.replaceAll('*/', '* /')} */`

const RULES = /^(description|pattern|format|m(in|ax)[A-Z]\w*|(exclusiveM|m)(in|ax)imum|additionalProperties)$/
/** The same for objects of the same type. */
const keyOf = (schema) =>
  JSON.stringify(schema, (key, value) => (RULES.test(key) && typeof value !== 'object' ? undefined : value))

/** The names that the contract's modules export for objects that calls contain. */
async function namesAmong(seen) {
  const names = new Map()
  for (const file of globSync('**/*.ts', { cwd: api, exclude: (name) => name.endsWith('.test.ts') }).sort()) {
    for (const [name, schema] of Object.entries(await import(path.join(api, file)))) {
      if (!/^[A-Z][a-z]\w*$/.test(name) || typeof schema?.safeParse !== 'function') continue
      for (const io of ['output', 'input']) {
        const described = schemaOf(schema, io, name)
        const key = keyOf(described)
        const isTaken = [...names.values()].includes(name)
        if (seen.has(key) && described.properties && !names.has(key) && !isTaken) names.set(key, name)
      }
    }
  }
  return names
}
