/**
 * Maximum nesting of arrays and objects: documents have about ten levels, and screens traverse them with small stacks.
 */
const LEVELS_MAX = 100
/**
 * Maximum values in a text of any size. A page of 512 kB has at most about 25,000, and a group may have as many
 * screens. Tens of thousands of distinct keys are the most expensive: 40,000 of them take about 15 ms to parse.
 */
export const VALUES_MAX = 40_000
/** Maximum keys of one object: no widget has a hundred. Bounds schemas that check key by key. */
export const KEYS_MAX = 2000

/** Why a text is refused. */
export class JsonRefusal extends Error {
  readonly reason: 'syntax' | 'depth' | 'count' | 'content'
  constructor(reason: JsonRefusal['reason']) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Parses JSON and refuses valid JSON that is never real data: nesting beyond `LEVELS_MAX`, more than `VALUES_MAX`
 * values or `KEYS_MAX` keys of one object, keys that reach an object's prototype, NUL, which PostgreSQL can't store,
 * and numbers that overflow to Infinity. Halves of characters become U+FFFD. Checks depth and counts before parsing, then
 * traverses once without recursion.
 * Everything is linear in the length of the text. `most`: values, for files that a killable process reads. Throws a
 * JsonRefusal.
 */
export function parsePlainJson(text: string, most = VALUES_MAX): unknown {
  refuseShape(text, most)
  const value = parse(text)
  const open: object[] = []
  take(value, open)
  for (let parent = open.pop(); parent; parent = open.pop()) takeChildren(parent, open)
  return value
}

/** Counts brackets, colons and commas outside strings. The result for invalid JSON doesn't matter. */
function refuseShape(text: string, most: number): void {
  /** By level. */
  const keys = new Uint32Array(LEVELS_MAX + 1)
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA) values++
    else if (code === COLON) keys[depth] = (keys[depth] ?? 0) + 1
    else if (code === ARRAY || code === OBJECT) {
      values++
      if (++depth > LEVELS_MAX) throw new JsonRefusal('depth')
      keys[depth] = 0
    } else if (code === ARRAY_END || code === OBJECT_END) depth = Math.max(0, depth - 1)
    if (values > most || (keys[depth] ?? 0) > KEYS_MAX) throw new JsonRefusal('count')
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58]
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [91, 93, 123, 125]

/** Index of the end of the string that starts at `start`; the end of the text if it is unterminated. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  return at
}

/** Pairs of surrogates, single ones, and all other escapes. */
const ESCAPES =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(\\u[dD][89a-fA-F][\da-fA-F]{2})|\\./g
const MAY_BE_HALF = /\\u[dD][89a-fA-F]/

/** Only an escape can write half a character. PostgreSQL stores it, but can't read the JSON that contains it. */
const withoutHalves = (text: string): string =>
  MAY_BE_HALF.test(text) ? text.replace(ESCAPES, (each, half?: string) => (half ? '\\ufffd' : each)) : text

function parse(text: string): unknown {
  try {
    return JSON.parse(withoutHalves(text))
  } catch {
    throw new JsonRefusal('syntax')
  }
}

function takeChildren(parent: object, next: object[]): void {
  if (Array.isArray(parent)) {
    for (const child of parent) take(child, next)
    return
  }
  for (const key of Object.keys(parent)) {
    if (key === '__proto__' || key.includes('\0')) throw new JsonRefusal('content')
    const child = (parent as Record<string, unknown>)[key]
    if (
      key === 'constructor' &&
      child !== null &&
      typeof child === 'object' &&
      Object.hasOwn(child, 'prototype')
    )
      throw new JsonRefusal('content')
    take(child, next)
  }
}

function take(value: unknown, next: object[]): void {
  if (typeof value === 'object') {
    if (value !== null) next.push(value)
  } else if (typeof value === 'string' ? value.includes('\0') : value === Infinity || value === -Infinity)
    throw new JsonRefusal('content')
}
