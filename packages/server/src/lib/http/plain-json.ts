/** Levels of arrays and objects: documents have about ten, and screens walk them with small stacks. */
const LEVELS_MAX = 100

/** Why a text is refused. */
export class JsonRefusal extends Error {
  readonly reason: 'syntax' | 'depth' | 'content'
  constructor(reason: JsonRefusal['reason']) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Parses JSON and refuses what is valid JSON but never data: nesting beyond `LEVELS_MAX`, keys that reach an object's
 * prototype, NUL, which PostgreSQL cannot store, and numbers that overflow to Infinity. One parse, then one walk without
 * recursion: both are linear in the length of the text. Throws a JsonRefusal.
 */
export function parsePlainJson(text: string): unknown {
  const value = parse(text)
  let level: object[] = []
  take(value, level)
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > LEVELS_MAX) throw new JsonRefusal('depth')
    const next: object[] = []
    for (const parent of level) takeChildren(parent, next)
    level = next
  }
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
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
