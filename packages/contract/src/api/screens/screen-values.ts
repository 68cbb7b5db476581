import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import {
  Id,
  IdAnswer,
  IdParams,
  IsReadOnly,
  ListQuery,
  NamedOrganization,
  OrganizationHint,
  Timestamp,
  Version,
} from '#api/base/entity.ts'
import { DryRun, Impact, MISSING_NAMED } from '#api/base/impact.ts'
import { optionalText, requiredText } from '#api/base/inputs.ts'
import { FIELD_KINDS } from '#document/screen-values.ts'
import { SOURCE_NAME } from '#document/source-data.ts'
import { plainText } from '#plain-text.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

/** Fields of screens, and their values, which texts show as `{Screen: Manager}`. */

/** Maximum fields per organization. */
export const SCREEN_FIELDS_MAX = 50
/** Maximum characters of a value. */
export const SCREEN_VALUE_MAX = 500
/** Values changed at a time. */
export const VALUE_CHANGES_MAX = 1000

export const FieldKind = z.enum(FIELD_KINDS)

export const ScreenField = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  kind: FieldKind,
  /** `row`: the name of the data source whose rows its values name, by their first column; otherwise empty. */
  source: z.string(),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ScreenField = z.infer<typeof ScreenField>

/** Beside the name of a field, texts have the names of columns: `Phone of Branch`. */
export const ScreenFieldInput = z
  .object({
    name: requiredText(60).regex(SOURCE_NAME, rule('invalid')),
    kind: FieldKind,
    source: optionalText(60),
    organizationId: Id.optional(),
    version: Version,
  })
  .refine(({ kind, source }) => kind !== 'row' || source !== '', {
    message: rule('required'),
    path: ['source'],
  })
export type ScreenFieldInput = z.infer<typeof ScreenFieldInput>

/** What has values: a screen has those of its floor and building unless it has its own. */
export const VALUE_OWNERS = ['building', 'floor', 'device'] as const
export const ValueOwner = z.enum(VALUE_OWNERS)
export type ValueOwner = z.infer<typeof ValueOwner>

/** A value in force, and where it comes from. Numbers are texts. */
export const HeldValue = z.object({ fieldId: Id, value: z.string(), from: ValueOwner })
export type HeldValue = z.infer<typeof HeldValue>

export const ValuedScreen = z.object({
  id: Id,
  name: z.string(),
  /** Its building and floor; null if it is nowhere. */
  place: z.string().nullable(),
  values: z.array(HeldValue),
  isReadOnly: IsReadOnly,
})
export type ValuedScreen = z.infer<typeof ValuedScreen>

const Change = z.object({
  of: ValueOwner,
  id: Id,
  fieldId: Id,
  /** Empty: the value of its floor or building, if that has one. */
  value: z.string().overwrite(plainText).trim().max(SCREEN_VALUE_MAX, rule('max', SCREEN_VALUE_MAX)),
})
export const ValueChanges = z.object({
  changes: boundedList(
    z.array(Change).min(1, rule('required')).max(VALUE_CHANGES_MAX, rule('max_value', VALUE_CHANGES_MAX)),
  ),
  organizationId: Id.optional(),
})
export type ValueChange = z.infer<typeof Change>

const Answer = z.object({ field: ScreenField })

export const screenFields = {
  list: route({
    method: 'GET',
    path: '/screen-fields',
    summary: 'List the fields of screens (an addition)',
    who: { read: 'devices' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({ fields: z.array(ScreenField) }),
  }),
  get: route({
    method: 'GET',
    path: '/screen-fields/:id',
    summary: 'Get a field of screens',
    who: { read: 'devices' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/screen-fields',
    summary: 'Create a field of screens',
    who: { write: 'devices' },
    everywhere: true,
    body: ScreenFieldInput,
    response: Answer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/screen-fields/:id',
    summary: 'Update a field of screens; one that something shows keeps its name',
    who: { write: 'devices' },
    everywhere: true,
    params: IdParams,
    body: ScreenFieldInput,
    response: Answer,
    errors: ['CONFLICT', 'FIELD_IN_USE'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/screen-fields/:id',
    summary: 'Delete a field of screens that nothing shows, with its values',
    who: { write: 'devices' },
    everywhere: true,
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['FIELD_IN_USE'],
  }),
}

export const screenValues = {
  list: route({
    method: 'GET',
    path: '/screen-values',
    summary: 'List screens with their values: their own, and those of their floors and buildings',
    who: { read: 'devices' },
    query: ListQuery,
    response: z.object({ screens: z.array(ValuedScreen), total: z.int().optional() }),
  }),
  of: route({
    method: 'GET',
    path: '/screen-values/:of/:id',
    summary: 'Get the values of a building, a floor, or a screen',
    who: { read: 'devices' },
    params: IdParams.extend({ of: ValueOwner }),
    response: z.object({
      values: z.array(HeldValue),
      /** Of a screen: fields that its pages show in vain, as in `Impact`. */
      missing: z.array(z.string()).max(MISSING_NAMED),
    }),
  }),
  save: route({
    method: 'PUT',
    path: '/screen-values',
    summary: 'Change values of screens and places; `dryRun` only reports what would change on screens',
    who: { write: 'devices' },
    query: DryRun,
    body: ValueChanges,
    bodyLimit: 2 * 1024 * 1024,
    response: z.object({ saved: z.int(), impact: Impact.optional() }),
    errors: ['NOT_FOUND'],
  }),
}
