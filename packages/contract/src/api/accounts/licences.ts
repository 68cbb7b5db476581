import { z } from 'zod'
import { Id, IdAnswer, IdParams, ListQuery, OrganizationHint, Timestamp, Version } from '#api/base/entity.ts'
import { date, requiredText, wholeNumber } from '#api/base/inputs.ts'
import { route } from '#route.ts'

export const Licence = z.object({
  id: Id,
  number: z.string(),
  organizationId: Id,
  organization: z.object({ id: Id, name: z.string() }),
  devicesCount: z.int(),
  usedDevices: z.int(),
  /** The last valid day, `YYYY-MM-DD` in UTC; null: never expires. */
  expiresAt: z.string().nullable(),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Licence = z.infer<typeof Licence>

export const LicenceInput = z.object({
  number: requiredText(),
  organizationId: Id,
  devicesCount: wholeNumber(1, 100_000),
  expiresAt: date().nullable().default(null),
  version: Version,
})

const Answer = z.object({ licence: Licence })

export const licences = {
  list: route({
    method: 'GET',
    path: '/licences',
    summary: 'List licenses',
    who: { read: 'licences' },
    query: ListQuery,
    response: z.object({ licences: z.array(Licence), total: z.int().optional() }),
  }),
  get: route({
    method: 'GET',
    path: '/licences/:id',
    summary: 'Get a license',
    who: { read: 'licences' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/licences/create',
    aliases: ['/licences'],
    summary: 'Create a license',
    event: 'license.created',
    who: { write: 'licences' },
    body: LicenceInput,
    response: Answer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/licences/:id',
    summary: 'Update a license',
    event: 'license.changed',
    who: { write: 'licences' },
    params: IdParams,
    body: LicenceInput,
    response: Answer,
    errors: ['CONFLICT', 'LICENCE_IN_USE'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/licences/:id',
    summary: 'Delete a license that no screen uses',
    who: { write: 'licences' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['LICENCE_IN_USE'],
  }),
}
