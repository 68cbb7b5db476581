import { z } from 'zod'
import { ALIGNMENTS, type Fields as FormFields, TEXT_MAX } from '#fields/field.ts'

const text = (max: number) => z.string().max(max)
const common = {
  label: text(200),
  help: text(1000).optional(),
  required: z.boolean().optional(),
  when: z.object({ field: text(64), is: z.union([text(1000), z.number(), z.boolean()]) }).optional(),
}
const count = (most: number) => z.int().min(1).max(most).optional()
const choice = <V extends z.ZodType>(value: V) => z.object({ value, label: text(200) })
const choices = <V extends z.ZodType>(value: V) => z.array(choice(value)).max(500)
const size = z.number().min(1).max(1000)
const cell = z.object({ text: text(TEXT_MAX), isBold: z.boolean(), isItalic: z.boolean(), size })
const font = z.object({
  isBold: z.boolean(),
  isItalic: z.boolean(),
  alignment: z.enum(ALIGNMENTS),
  font: text(100),
  size,
})

const plain = [
  z.object({
    ...common,
    type: z.literal('textbox'),
    format: z.enum(['text', 'multiline', 'url']).optional(),
    default: text(100_000).optional(),
    max: count(100_000),
    placeholder: text(200).optional(),
  }),
  z.object({
    ...common,
    type: z.literal('textbox'),
    format: z.literal('numeric'),
    default: z.number(),
    min: z.number().optional(),
    max: z.number().optional(),
    unit: text(20).optional(),
  }),
  z.object({
    ...common,
    type: z.literal('lookup'),
    options: choices(z.union([text(200), z.number()])).optional(),
    lookup: text(60).optional(),
    default: z.union([text(200), z.number()]).optional(),
  }),
  z.object({
    ...common,
    type: z.literal('radio'),
    options: choices(text(200)),
    default: text(200).optional(),
  }),
  z.object({
    ...common,
    type: z.literal('attachment'),
    accept: z.array(z.enum(['image', 'video', 'package'])).optional(),
    max: count(100),
  }),
  z.object({ ...common, type: z.literal('media-zone'), max: count(100) }),
  z.object({ ...common, type: z.literal('cellData'), default: cell.optional() }),
  z.object({
    ...common,
    type: z.literal('colorPicker'),
    default: text(40).optional(),
    allowEmpty: z.boolean().optional(),
    allowTransparent: z.boolean().optional(),
  }),
  z.object({ ...common, type: z.literal('checkbox'), default: z.boolean().optional() }),
  z.object({ ...common, type: z.literal('font-settings'), default: font.optional() }),
  z.object({
    ...common,
    type: z.literal('color-swatches'),
    options: z.array(text(40)).min(1).max(50),
    default: text(40).optional(),
  }),
  z.object({ ...common, type: z.literal('actions'), max: count(100) }),
] as const

/** `toString`, `constructor` and the like would meet JavaScript's own. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/
/** Groups inside groups inside groups are no form any more. */
const DEPTH_MAX = 3

const fieldsOfDepth = (depth: number): z.ZodType<FormFields> =>
  z
    .record(
      z.string().refine((name) => FIELD_NAME.test(name) && !(name in Object.prototype)),
      depth === 0
        ? z.union(plain)
        : z.union([
            ...plain,
            z.object({
              ...common,
              type: z.literal('group'),
              item: fieldsOfDepth(depth - 1),
              max: count(500),
            }),
          ]),
    )
    .refine((fields) => Object.keys(fields).length <= 100)

/** Checks a description that comes from outside, such as a package's `schema.json`. Undeclared keys are dropped. */
export const Fields: z.ZodType<FormFields> = fieldsOfDepth(DEPTH_MAX)
export type Fields = FormFields
