import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, IdAnswer, IdParams, ListQuery, OrganizationHint, Timestamp, Version } from '#api/base/entity.ts'
import { optionalText, requiredText } from '#api/base/inputs.ts'
import { sheetRoute } from '#api/base/sheet.ts'
import { ItemTags, tagScreensRoute } from '#api/base/tags.ts'
import { TruthCounts } from '#api/screens/truth.ts'
import { coordinatesText, readCoordinates } from '#fields/coordinates.ts'
import { route } from '#route.ts'
import { existsIn, rule } from '#rules.ts'

/** Devices refer to floors by id. */
export const Floor = z.object({
  id: Id,
  name: z.string(),
  /** The image in the media library that shows its plan. */
  planId: Id.nullable(),
  tags: ItemTags,
})

export const Building = z.object({
  id: Id,
  name: z.string(),
  floors: z.array(Floor),
  location: z.string(),
  /** Decimal degrees, latitude first: `48.2082, 16.3738`. Empty if unknown. */
  coordinates: z.string(),
  organizationId: Id,
  /** Devices placed on any of its floors. */
  devicesCount: z.int(),
  /** Of those devices. */
  truth: TruthCounts,
  tags: ItemTags,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Building = z.infer<typeof Building>

const coordinates = optionalText(60).transform((text, context) => {
  const read = readCoordinates(text)
  if (text && !read) context.addIssue({ code: 'custom', message: rule('coordinates') })
  return read ? coordinatesText(read) : ''
})

/** A floor without an id is new; one that is left out is removed, unless devices are on it. */
export const FloorInput = z.object({ id: Id.optional(), name: requiredText() })

export const BuildingInput = z.object({
  name: requiredText(),
  location: requiredText(200),
  coordinates,
  floors: boundedList(
    z
      .array(FloorInput)
      .min(1, rule('required'))
      .max(200, rule('max_value', 200))
      .superRefine((floors, context) => {
        floors.forEach((floor, index) => {
          const before = floors.slice(0, index).map((other) => other.name)
          if (existsIn(floor.name, before))
            context.addIssue({ code: 'custom', path: [index, 'name'], message: rule('not_exist') })
        })
      }),
  ),
  organizationId: Id.optional(),
  version: Version,
})
export type BuildingInput = z.infer<typeof BuildingInput>

const Answer = z.object({ building: Building })

export const buildings = {
  list: route({
    method: 'GET',
    path: '/buildings',
    summary: 'List buildings',
    who: { read: 'buildings' },
    query: ListQuery,
    response: z.object({ buildings: z.array(Building), total: z.int().optional() }),
  }),
  get: route({
    method: 'GET',
    path: '/buildings/:id',
    summary: 'Get a building',
    who: { read: 'buildings' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/buildings/create',
    aliases: ['/buildings'],
    summary: 'Create a building',
    who: { write: 'buildings' },
    everywhere: true,
    body: BuildingInput,
    bodyLimit: 64 * 1024,
    response: Answer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/buildings/:id',
    summary: 'Update a building',
    who: { write: 'buildings' },
    params: IdParams,
    body: BuildingInput,
    bodyLimit: 64 * 1024,
    response: Answer,
    errors: ['CONFLICT', 'USED_IN_BUILDING', 'USED_IN_RULE'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/buildings/:id',
    summary: 'Delete a building that has no screens and that no rule names',
    who: { write: 'buildings' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['USED_IN_BUILDING', 'USED_IN_RULE'],
  }),
  import: sheetRoute('/buildings', { area: 'buildings', what: 'buildings' }),
  tagMany: tagScreensRoute('/buildings', { area: 'buildings', what: 'buildings' }),
}
