import { SOURCE_COLUMNS_MAX, type SourcePreview } from '@vitrine/contract/api/data/sources'
import { isRecord } from '@vitrine/contract/record'
import { JsonRefusal, parsePlainJson } from '#lib/http/plain-json.ts'
import { decodeText } from '#lib/text/decode-text.ts'
import { tableOf, Unreadable } from './table.ts'

/** Nested objects become columns such as `price.amount`, up to this depth. */
const DEPTH_MAX = 4

/**
 * Rows of a JSON document. `path`: of the rows, such as `menu.drinks` or `days[0].items`; empty: the whole document.
 */
export function readJson(bytes: Uint8Array, contentType: string, path: string): SourcePreview {
  const found = at(parse(decodeText(bytes, contentType)), path)
  if (found === undefined) throw new Unreadable(`This document has nothing at “${path}”`)
  const list = Array.isArray(found) ? found : [found]
  const rows = list.map((item) => {
    const row = new Map<string, unknown>()
    flatten(item, '', row, 0)
    return row
  })
  const columns = new Set<string>()
  for (const row of rows)
    for (const name of row.keys()) if (columns.size < SOURCE_COLUMNS_MAX) columns.add(name)
  if (columns.size === 0) throw new Unreadable('There are no rows at this path. Check it, or leave it empty.')
  const names = [...columns]
  return tableOf(
    names,
    rows.map((row) => names.map((name) => row.get(name))),
  )
}

function parse(text: string): unknown {
  try {
    return parsePlainJson(text.replace(/^\ufeff/, ''))
  } catch (error) {
    const reason = error instanceof JsonRefusal ? error.reason : undefined
    if (reason === 'count') throw new Unreadable('This document has too many values')
    throw new Unreadable(reason === 'depth' ? 'This document is nested too deeply' : "This isn't valid JSON")
  }
}

function at(document: unknown, path: string): unknown {
  const steps = path.split(/[.[\]]+/).filter(Boolean)
  let found: unknown = document
  for (const step of steps) {
    if (Array.isArray(found)) found = found[Number(step)]
    else found = isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined
  }
  return found
}

function flatten(value: unknown, name: string, into: Map<string, unknown>, depth: number): void {
  if (Array.isArray(value)) {
    const simple = value.filter((item) => typeof item !== 'object' || item === null)
    into.set(name || 'value', simple.join(', '))
  } else if (!isRecord(value)) into.set(name || 'value', value)
  else if (depth < DEPTH_MAX)
    for (const [key, inner] of Object.entries(value)) {
      if (into.size >= SOURCE_COLUMNS_MAX) return
      flatten(inner, name ? `${name}.${key}` : key, into, depth + 1)
    }
}
