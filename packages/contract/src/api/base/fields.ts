import { z } from 'zod'
import type { Fields as FormFields } from '#fields/field.ts'
import { KINDS } from '#fields/kinds.ts'
import type { Option, Options } from '#fields/option.ts'

/** Schemas of form descriptions from outside, such as a package's `schema.json`. */

const text = (max: number) => z.string().max(max)
const common = {
  label: text(200),
  help: text(1000).optional(),
  required: z.boolean().optional(),
  when: z.object({ field: text(64), is: z.union([text(1000), z.number(), z.boolean()]) }).optional(),
}

/** JavaScript objects already have `toString`, `constructor` and the like. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/
const isFieldName = (name: string) => FIELD_NAME.test(name) && !(name in Object.prototype)
/** Maximum nesting of groups in a form. */
const DEPTH_MAX = 3
const FIELDS_MAX = 100

function schemaOf(option: Option, depth: number): z.ZodType {
  switch (option.is) {
    case 'text':
      return text(option.max)
    case 'flag':
      return z.boolean()
    case 'number':
      return z.number().min(option.min).max(option.max)
    case 'count':
      return z.int().min(1).max(option.max)
    case 'word':
      return z.enum(option.words)
    case 'list':
      return z.array(schemaOf(option.of, depth)).min(option.min).max(option.max)
    case 'object':
      return z.object(shapeOf(option.of, depth))
    case 'either':
      return z.union(option.of.map((each) => schemaOf(each, depth)))
    case 'fields':
      return fieldsOfDepth(depth - 1)
  }
}

const shapeOf = (options: Options, depth: number) =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const schema = schemaOf(option, depth)
      return [name, option.optional ? schema.optional() : schema]
    }),
  )

const holdsFields = (options: Options) => Object.values(options).some(({ is }) => is === 'fields')

const fieldsOfDepth = (depth: number): z.ZodType => {
  const descriptions = Object.entries(KINDS).flatMap(([type, kind]) =>
    kind.options
      .filter((options) => depth > 0 || !holdsFields(options))
      .map((options) => z.object({ ...common, type: z.literal(type), ...shapeOf(options, depth) })),
  )
  return z
    .record(z.string().refine(isFieldName), z.union(descriptions))
    .refine((fields) => Object.keys(fields).length <= FIELDS_MAX)
}

/** Undeclared keys are dropped. */
export const Fields = fieldsOfDepth(DEPTH_MAX) as z.ZodType<FormFields>
export type Fields = FormFields
