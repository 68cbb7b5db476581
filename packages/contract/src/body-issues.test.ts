import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { contract } from './index.ts'
import { bodyLimitOf, routesOf } from './route.ts'

/** A refusal costs about 2 µs an issue: 24 ms at most. */
const ISSUES_MAX = 12_000
const WRONG: unknown[] = [0, '', '!', null, [], {}, { id: '' }]

/** A field, the first value of a list, or the fields that choose a variant. */
type Step = string | 0 | Record<string, unknown>
interface List {
  path: Step[]
  most: number
}

/** Finds the lists in a schema, each with its maximum length. */
function listsIn(schema: z.core.$ZodType, path: Step[] = [], outer: readonly z.core.$ZodType[] = []): List[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (outer.includes(schema) || path.length > 8) return []
  const within = [...outer, schema]
  const inner = (each: z.core.$ZodType, ...steps: Step[]) => listsIn(each, [...path, ...steps], within)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, each]) => inner(each, key))
    case 'array': {
      const checks = (def.checks ?? []).map((check) => check._zod.def as { maximum?: number })
      const most = checks.find(({ maximum }) => maximum !== undefined)?.maximum ?? Number.POSITIVE_INFINITY
      return [{ path, most }, ...inner(def.element, 0)]
    }
    case 'union':
      return def.options.flatMap((each) => inner(each, ...choiceOf(def, each)))
    case 'pipe':
      return [...inner(def.in), ...inner(def.out)]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return inner(def.innerType)
    case 'lazy':
      return inner(def.getter())
    default:
      return []
  }
}

/** The field by which a discriminated union chooses one of its variants. */
function choiceOf(union: object, variant: z.core.$ZodType): Step[] {
  const { discriminator } = union as { discriminator?: string }
  if (discriminator === undefined) return []
  const { shape } = (variant as z.ZodObject)._zod.def
  return [{ [discriminator]: (shape[discriminator] as z.ZodLiteral).value }]
}

const at = (path: readonly Step[], value: unknown): unknown =>
  path.reduceRight<unknown>((inside, step) => {
    if (typeof step === 'object') return { ...step, ...(inside as object) }
    return step === 0 ? [inside] : { [step]: inside }
  }, value)

const nameOf = (path: readonly Step[]) =>
  path.map((step) => (typeof step === 'object' ? Object.values(step).join() : step)).join('.')

const routes = routesOf(contract).filter(({ route }) => route.body && route.method !== 'GET')
const cases = routes.flatMap(({ name, route }) =>
  listsIn(route.body as z.ZodType).map((list) => [`${name} ${nameOf(list.path)}`, route, list] as const),
)

describe('lists full of wrong values', () => {
  it('are found in all routes', () => {
    expect(cases.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'deviceGroups.create devices',
        'storyboards.create items',
        'layouts.create widgets',
      ]),
    )
  })

  it.each(cases)('%s: refused in a bounded number of issues', (_name, route, { path, most }) => {
    const limit = bodyLimitOf(route) ?? 0
    for (const wrong of WRONG) {
      const count = Math.min(most, 40_000, Math.floor(limit / (JSON.stringify(wrong).length + 1)))
      const { error } = (route.body as z.ZodType).safeParse(
        at(
          path,
          Array.from({ length: count }, () => wrong),
        ),
      )
      expect(error?.issues.length ?? 0, JSON.stringify(wrong)).toBeLessThan(ISSUES_MAX)
    }
  })

  it.each(cases)('%s: no value beyond the maximum is read', (_name, { body }, { path, most }) => {
    const read = new Set<string>()
    const values = new Proxy(
      Array.from({ length: 2 * most + 50 }, () => ({})),
      {
        get: (target, key) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) read.add(key)
          return Reflect.get(target, key)
        },
      },
    )
    expect(body?.safeParse(at(path, values)).success).toBe(false)
    expect(read.size).toBeGreaterThan(0)
    expect(read.size).toBeLessThanOrEqual(most + 1)
  })
})
