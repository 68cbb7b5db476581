import { contract } from '@vitrine/contract'
import { Credentials, KioskCredentials } from '@vitrine/contract/api/accounts/auth'
import { z } from 'zod'
import { meaningOf } from './meanings.ts'

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type Schema = Record<string, unknown>

/** What functions accept that choose a schema themselves. */
const CHOSEN = new Map<z.ZodType, z.ZodType>([
  [contract.auth.login.body, z.union([Credentials, KioskCredentials])],
])

/**
 * `io`: the request body before defaults and trimming, or the response. `name`: of the schema, for the meanings of its
 * fields.
 */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', name: string): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(CHOSEN.get(schema) ?? schema, {
    io,
    unrepresentable: 'any',
  }) as Schema
  return complete(rest, name, '')
}

/** Adds what people and linters expect and zod leaves out: meanings, the items of tuples, the properties of records. */
function complete(schema: Schema, name: string, parent: string): Schema {
  const inside = (each: unknown) => complete(each as Schema, name, parent)
  const done: Schema = { ...schema }
  for (const list of ['anyOf', 'allOf', 'oneOf', 'prefixItems'])
    if (Array.isArray(done[list])) done[list] = (done[list] as unknown[]).map(inside)
  if (Array.isArray(done.prefixItems) && !isSchema(done.items))
    Object.assign(done, { items: {}, minItems: done.prefixItems.length, maxItems: done.prefixItems.length })
  // Many validators compile patterns without the flag that classes of Unicode need.
  if (typeof done.pattern === 'string' && done.pattern.includes('\\p{')) delete done.pattern
  if (isSchema(done.items)) done.items = inside(done.items)
  if (isSchema(done.additionalProperties)) done.additionalProperties = inside(done.additionalProperties)
  const names = isSchema(done.propertyNames) && done.propertyNames.enum
  if (Array.isArray(names) && isSchema(done.additionalProperties)) {
    const entry = done.additionalProperties
    done.properties = Object.fromEntries(names.map((each) => [each, entry]))
    delete done.propertyNames
    done.additionalProperties = false
  } else if (isSchema(done.properties))
    done.properties = Object.fromEntries(
      Object.entries(done.properties).map(([key, each]) => [key, complete(each as Schema, key, name)]),
    )
  const description = meaningOf(done, name, parent)
  return description === undefined ? done : { ...done, description }
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
