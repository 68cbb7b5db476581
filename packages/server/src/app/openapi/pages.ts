import type { FastifyInstance } from 'fastify'
import { STYLED } from '#lib/http/closed-policy.ts'
import { escapeHtml } from '#lib/http/escape-html.ts'
import { type OpenApi, type Operation, openApi } from './document.ts'
import type { Schema } from './schema.ts'

/** The API's description: `/api/openapi.json` for programs, `/api/docs` for people. Needs no session. */
export function serveDescription(app: FastifyInstance): void {
  let made: { json: string; html: string } | undefined
  // Generated on the first request: most servers never get one.
  const description = () => {
    if (!made) {
      const document = openApi()
      made = { json: JSON.stringify(document), html: docsPage(document) }
    }
    return made
  }
  app.get('/api/openapi.json', (_request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(description().json),
  )
  app.get('/api/docs', (_request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .header('Content-Security-Policy', STYLED)
      .type('text/html; charset=utf-8')
      .send(description().html),
  )
}

/** One page that works without scripts. */
function docsPage({ info, paths }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')
  const links = [...groups.keys()].map((tag) => `<a href="#${tag}">${heading(tag)}</a>`)
  const sections = [...groups].map(
    ([tag, each]) => `<section id="${tag}"><h2>${heading(tag)}</h2>${each.map(call).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API</title><style>${STYLE}</style></head>
<body><nav aria-label="Parts">${links.join('')}</nav><main><h1>${info.title} API</h1>
<p>${escapeHtml(info.description)} The same for programs: <a href="openapi.json">openapi.json</a>.</p>
${sections.join('\n')}</main></body></html>`
}

/** `deviceGroups` → `Device groups`. */
function heading(tag: string): string {
  const words = tag.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function call({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { summary, description, parameters = [], requestBody, responses } = operation
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${name}</code></td><td>${place}${required ? ', required' : ''}</td><td><code>${escapeHtml(brief(schema))}</code></td></tr>`,
  )
  const content = (title: string, parts: Record<string, { schema: Schema; example?: unknown }> = {}) =>
    Object.entries(parts).map(([type, { schema, example }]) => {
      const shown = `<h4>${title} <small>${type}</small></h4><pre>${escapeHtml(drawn(schema))}</pre>`
      if (example === undefined) return shown
      return `${shown}<h4>Example</h4><pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`
    })
  const answers = Object.entries(responses).flatMap(([code, { description, content: parts }]) =>
    Number(code) < 300
      ? content(`Answer ${code}`, parts)
      : [`<p class="error"><b>${code}</b> ${escapeHtml(description)}</p>`],
  )
  return `<details><summary><b data-method="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary>
<p>${escapeHtml(description)}</p>${rows.length ? `<table>${rows.join('')}</table>` : ''}
${content('Body', requestBody?.content).join('')}${answers.join('')}</details>`
}

interface Part {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Summarizes a schema in a few words: `text to 100`, `0 | 1 | 2`, `list of …`. */
function brief(schema: Schema): string {
  const part = schema as Part
  if (part.const !== undefined) return JSON.stringify(part.const)
  if (part.enum) return part.enum.map((each) => JSON.stringify(each)).join(' | ')
  const choice = part.anyOf ?? part.allOf
  if (choice) return choice.map(brief).join(part.anyOf ? ' | ' : ' & ')
  if (part.type === 'array') return `list of ${part.items ? brief(part.items) : 'anything'}`
  const { minimum, maximum = Number.POSITIVE_INFINITY } = part
  // A larger limit only means that the number is an integer.
  const limited = maximum < Number.MAX_SAFE_INTEGER
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER)
    return limited ? `${part.type} ${minimum} to ${maximum}` : `${part.type} from ${minimum}`
  if (limited) return `${part.type} to ${maximum}`
  if (part.maxLength) return `${part.type} to ${part.maxLength}`
  return String(part.type ?? 'anything')
}

const DEPTH = 6

/** Formats a schema like the JSON it describes. */
function drawn(schema: Schema, indent = '', depth = 0): string {
  const part = schema as Part
  if (part.type === 'array' && part.items) return `[${drawn(part.items, indent, depth)}]`
  const nullable = part.anyOf?.length === 2 && part.anyOf.find((each) => (each as Part).type !== 'null')
  if (nullable && part.anyOf?.some((each) => (each as Part).type === 'null'))
    return `${drawn(nullable, indent, depth)} | null`
  if (!part.properties || depth >= DEPTH) return brief(schema)
  const inner = `${indent}  `
  const lines = Object.entries(part.properties).map(([name, each]) => {
    const optional = part.required?.includes(name) ? '' : '?'
    const meaning = each.description ? `  // ${each.description}` : ''
    return `${inner}${name}${optional}: ${drawn(each, inner, depth + 1)}${meaning}`
  })
  return lines.length ? `{\n${lines.join('\n')}\n${indent}}` : '{}'
}

const STYLE = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{margin:0;font:15px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:200px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;box-sizing:border-box;border-inline-end:1px solid var(--line)}
nav a{display:block;padding:4px 8px;color:inherit;text-decoration:none;border-radius:4px}nav a:hover{background:var(--soft)}
main{padding:24px;max-width:980px}h1{font-size:22px}h2{font-size:17px;margin-block:32px 8px}h4{margin-block:12px 4px}
details{border:1px solid var(--line);border-radius:8px;margin-block:6px;padding:0 12px}
summary{padding:8px 0;cursor:pointer}summary span{opacity:.75;margin-inline-start:8px}
summary b{display:inline-block;min-width:60px;font-size:12px}b[data-method=delete]{color:#c51d24}
code,pre{font:13px/1.5 ui-monospace,monospace}pre{overflow:auto;padding:12px;border-radius:6px;background:var(--soft)}
table{border-collapse:collapse}td{padding:4px 16px 4px 0}.error{margin:4px 0}small{font-weight:400;opacity:.7}
@media(max-width:700px){body{display:block}nav{position:static;height:auto}summary span{display:block;margin:0}}`
