import { z } from 'zod'
import { Id, IdParams, NamedOrganization, OrganizationHint, Timestamp, Version } from '#api/base/entity.ts'
import { DryRun } from '#api/base/impact.ts'
import { requiredText } from '#api/base/inputs.ts'
import { STYLE_KINDS, type StyleKind } from '#document/style-kinds.ts'
import { GRADIENT_MAX } from '#fields/color.ts'
import type { Fields } from '#fields/field.ts'
import { FONT_PARTS } from '#fields/font-parts.ts'
import { sparse } from '#fields/sparse.ts'
import { checkValues, readValues, type Values } from '#fields/values.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { Usages } from './used-by.ts'

/** The most styles of an organization. */
export const STYLES_MAX = 200
const STYLE_NAME_MAX = 60

/** The fields that edit and check the value of a style, by its kind. */
export const STYLE_FIELDS = {
  text: { value: { type: 'font-settings', label: 'Font' } },
  color: {
    value: {
      type: 'colorPicker',
      label: 'Color',
      default: '#ffffff',
      allowTransparent: true,
      allowGradient: true,
    },
  },
} as const satisfies Record<StyleKind, Fields>

const Kind = z.enum(STYLE_KINDS, rule('invalid'))

/** The value of a text style from a font: its alignments and unused parts are left out. */
export const textStyleOf = ({ isBold, isItalic, font, size, vertical: _, ...rest }: Values): Values => ({
  ...{ isBold, isItalic, font, size },
  ...sparse(FONT_PARTS, readValues(FONT_PARTS, rest)),
})

/** A font as in the settings of widgets, without its alignments. */
const TextValue = z.record(z.string().max(64), z.unknown())
/** A color or a gradient. */
const ColorValue = z.string().max(GRADIENT_MAX, rule('max', GRADIENT_MAX))

export const Style = z.object({
  id: Id,
  kind: Kind,
  name: z.string(),
  value: z.union([TextValue, ColorValue]),
  organizationId: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Style = z.infer<typeof Style>

export const StyleInput = z
  .object({
    kind: Kind,
    name: requiredText(STYLE_NAME_MAX),
    value: Style.shape.value,
    organizationId: Id.optional(),
    version: Version,
  })
  .superRefine(({ kind, value }, context) => {
    const sent = typeof value === 'string' ? value : { ...value, alignment: 'left' }
    for (const [path, message] of Object.entries(checkValues(STYLE_FIELDS[kind], { value: sent })))
      context.addIssue({ code: 'custom', path: path.split('.'), message })
  })
  .overwrite(({ value, ...input }) => ({
    ...input,
    value: typeof value === 'string' ? value : textStyleOf(value),
  }))
export type StyleInput = z.infer<typeof StyleInput>

/** What a change of a style changes: pages with linked elements, and the screens that play them. */
export const StyleUses = z.object({ pages: Usages, screens: Usages })
export type StyleUses = z.infer<typeof StyleUses>

const Answer = z.object({ style: Style })

export const styles = {
  list: route({
    method: 'GET',
    path: '/styles',
    summary: 'List the text styles and colors of an organization, by name',
    who: { read: 'cards' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({ styles: z.array(Style) }),
  }),
  get: route({
    method: 'GET',
    path: '/styles/:id',
    summary: 'Get a style',
    who: { read: 'cards' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/styles',
    summary: 'Create a text style or a color',
    who: { write: 'layouts' },
    body: StyleInput,
    response: Answer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/styles/:id',
    summary: 'Change a style on every page with elements that are linked to it',
    who: { write: 'layouts' },
    params: IdParams,
    query: DryRun,
    body: StyleInput,
    response: Answer.extend({ uses: StyleUses }),
    errors: ['CONFLICT'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/styles/:id',
    summary: 'Delete a style; linked elements keep its values',
    who: { write: 'layouts' },
    params: IdParams,
    query: DryRun,
    body: OrganizationHint,
    response: z.object({ id: Id, uses: StyleUses }),
  }),
}
