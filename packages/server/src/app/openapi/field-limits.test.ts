import { contract } from '@vitrine/contract'
import { BUDGETS, bodyLimitOf, type Route, routesOf } from '@vitrine/contract/route'
import { expect, it } from 'vitest'
import { type Schema, schemaOf } from './schema.ts'

/** Words of JSON Schema that limit a value. */
const LIMITS = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'maxProperties',
]

/** Every whole number has these, so they say nothing. */
const isOfIntegers = (value: unknown): boolean => Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/** `field maxLength=50` for each field of a schema that has limits. */
function limitsOf(schema: Schema, field = ''): string[] {
  const own = LIMITS.flatMap((limit) => {
    const value = schema[limit]
    return value === undefined || isOfIntegers(value) ? [] : [`${limit}=${value}`]
  })
  const lists = ['anyOf', 'allOf', 'oneOf', 'prefixItems'].flatMap((list) => schema[list] ?? []) as Schema[]
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : []
  return [
    ...(own.length ? [`\`${field || 'itself'}\` | ${own.join(', ')}`] : []),
    ...lists.flatMap((each) => limitsOf(each, field)),
    ...(isSchema(schema.items) ? limitsOf(schema.items, `${field}[]`) : []),
    ...(isSchema(schema.propertyNames) ? limitsOf(schema.propertyNames, `${field}{name}`) : []),
    ...(isSchema(schema.additionalProperties) ? limitsOf(schema.additionalProperties, `${field}{}`) : []),
    ...properties.flatMap(([name, each]) => limitsOf(each as Schema, field ? `${field}.${name}` : name)),
  ]
}

/** Limits of a whole call: the bytes of its body, and how often a user may make it. */
function wholeOf(route: Route): string {
  const bytes = route.body && bodyLimitOf(route)
  const budget = route.budget && BUDGETS[route.budget]
  return [
    ...(bytes ? [`${bytes} bytes`] : []),
    ...(budget ? [`${budget.calls} calls of a ${budget.per} in ${budget.seconds} s (${route.budget})`] : []),
  ].join(', ')
}

function rowsOf(name: string, route: Route): string[] {
  const inputs = { path: route.params, query: route.query, body: route.body }
  const whole = wholeOf(route)
  const fields = Object.entries(inputs).flatMap(([place, schema]) =>
    schema
      ? limitsOf(schemaOf(schema, 'input', place)).map((limit) => `| ${name} | ${place} | ${limit} |`)
      : [],
  )
  return [...(whole ? [`| ${name} | whole | | ${whole} |`] : []), ...new Set(fields)]
}

it('docs/field-limits.md has the limits of every call, and of each field that it accepts', async () => {
  const text = `# Limits of fields

Made from the contract by \`packages/server/src/app/openapi/field-limits.test.ts\`; \`npx vitest run --project server field-limits -u\`
updates it. A changed number is a change to what callers can send. [Limits](limits.md) has what an organization can use.

| call | in | field | limits |
|---|---|---|---|
${routesOf(contract)
  .flatMap(({ name, route }) => rowsOf(name, route))
  .join('\n')}
`
  await expect(text).toMatchFileSnapshot('../../../../../docs/field-limits.md')
})
