import fc from 'fast-check'

/** Maximum depth for recursive schemas. */
const DEPTH_MAX = 6
const TEXTS = [
  'House',
  'Überraschung 🎉',
  'a',
  'مرحبا',
  '12:30 PM',
  '2027-02-28',
  '#ff8800',
  'Etc/GMT-2',
  'en-us',
]

/**
 * A value that the schema mostly accepts: rules it can't express (`refine`) may still refuse it. `idFor(field)` returns
 * an id for a field of that name.
 */
export function fromSchema(schema, random, idFor, field = '', depth = 0) {
  const { def } = schema._zod
  const limits = limitsOf(def)
  const inner = (each, name = field) => fromSchema(each, random, idFor, name, depth + 1)
  switch (def.type) {
    case 'object': {
      const entries = Object.entries(def.shape).flatMap(([name, each]) => {
        const value = inner(each, name)
        return value === undefined ? [] : [[name, value]]
      })
      return Object.fromEntries(entries)
    }
    case 'optional':
    case 'default':
    case 'prefault':
      return random.chance(depth > DEPTH_MAX ? 1 : 0.4) ? undefined : inner(def.innerType)
    case 'nullable':
      return random.chance(0.3) ? null : inner(def.innerType)
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return inner(def.innerType)
    case 'pipe':
      return inner(def.in._zod.def.type === 'transform' ? def.out : def.in)
    case 'lazy':
      return inner(def.getter())
    case 'union':
      return inner(random.pick(def.options))
    case 'enum':
      return random.pick(Object.values(def.entries))
    case 'literal':
      return random.pick(def.values)
    case 'array':
      return Array.from({ length: lengthWithin(limits, random, depth) }, () => inner(def.element))
    case 'tuple':
      return def.items.map((each) => inner(each))
    case 'record':
      return Object.fromEntries(TEXTS.slice(0, random.below(3)).map((key) => [key, inner(def.valueType)]))
    case 'number':
    case 'int':
      return numberWithin(limits, random)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'string':
      return textFor(limits, random, idFor(field))
    default:
      return random.pick([null, true, 7, 'text', [], {}, [1, 'a'], { a: { b: [] } }])
  }
}

/** The limits that a schema's checks name. */
function limitsOf({ checks = [], format, pattern }) {
  const limits = { format, patterns: pattern ? [pattern] : [] }
  for (const { _zod } of checks) {
    const { check, value, minimum, maximum, length, ...more } = _zod.def
    if (check === 'greater_than') limits.minimum = value
    if (check === 'less_than') limits.maximum = value
    if (check === 'min_length') limits.minimum = minimum
    if (check === 'max_length') limits.maximum = maximum
    if (check === 'length_equals') Object.assign(limits, { minimum: length, maximum: length })
    if (check.endsWith('_format')) limits.format = more.format
    if (more.pattern) limits.patterns.push(more.pattern)
  }
  return limits
}

/** Mostly short, and never outside the limits of the list. */
const lengthWithin = ({ minimum = 0, maximum = 3 }, random, depth) =>
  depth > DEPTH_MAX ? minimum : Math.min(maximum, minimum + random.below(4))

function numberWithin({ minimum = -10, maximum = 10_000, format }, random) {
  const [least, most] = [Number(minimum), Number(maximum)]
  const value = random.weighted([
    [3, least + random.next() * Math.min(most - least, 100)],
    [1, least],
    [1, most],
  ])
  return format?.includes('int') ? Math.round(value) : value
}

const generators = new Map()

function textFor({ patterns, maximum = 100, format }, random, id) {
  if (id !== undefined) return id
  if (format === 'email') return `fuzz-${random.below(1e9)}@fuzz.test`
  const [pattern] = patterns ?? []
  const matching = pattern && random.chance(0.8) ? matchOf(pattern, random) : undefined
  const text = matching ?? `${random.pick(TEXTS)} ${random.below(1e6)}`
  return text.slice(0, Math.min(maximum, 500))
}

/** Generates a match; undefined for unsupported patterns. */
function matchOf(pattern, random) {
  const { source, flags } = pattern
  if (!generators.has(source)) {
    try {
      generators.set(
        source,
        fc.stringMatching(new RegExp(source, flags.replace(/[^u]/g, '')), { maxLength: 60 }),
      )
    } catch {
      generators.set(source, null)
    }
  }
  const generator = generators.get(source)
  try {
    return generator ? fc.sample(generator, { seed: random.below(2 ** 31), numRuns: 1 })[0] : undefined
  } catch {
    return undefined
  }
}
