import { Profile } from '@vitrine/contract/api/accounts/auth'
import { Licence } from '@vitrine/contract/api/accounts/licences'
import { Organization } from '@vitrine/contract/api/accounts/organizations'
import { User } from '@vitrine/contract/api/accounts/users'
import { Card } from '@vitrine/contract/api/content/cards'
import { Layout } from '@vitrine/contract/api/content/layouts'
import { Folder, FolderContent } from '@vitrine/contract/api/content/library/folders'
import { Media } from '@vitrine/contract/api/content/media'
import { ShelfItem } from '@vitrine/contract/api/content/shelf'
import { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { Building } from '@vitrine/contract/api/places/buildings'
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { Device } from '@vitrine/contract/api/screens/devices'
import type { z } from 'zod'

/** The few internals of zod that are read here. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  options?: readonly z.ZodType[]
  values?: readonly unknown[]
  entries?: Record<string, unknown>
  items?: readonly z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
}

const SIMPLE: Readonly<Record<string, unknown>> = {
  string: '',
  number: 0,
  boolean: false,
  array: [],
  record: {},
  nullable: null,
  unknown: null,
  any: null,
}

/** The empty value of a schema: no rows, empty texts, zeros, nulls. */
export function emptyOf(schema: z.ZodType): unknown {
  const { type, ...of } = schema.def as unknown as Definition
  if (type in SIMPLE) return structuredClone(SIMPLE[type])
  if (type === 'optional') return undefined
  if (of.shape) return Object.fromEntries(Object.entries(of.shape).map(([key, part]) => [key, emptyOf(part)]))
  if (of.values) return of.values[0]
  if (of.entries) return Object.values(of.entries)[0]
  if (of.items) return of.items.map(emptyOf)
  if (of.left && of.right) return { ...(emptyOf(of.left) as object), ...(emptyOf(of.right) as object) }
  // What is prepared before it is checked has no schema until then.
  const piped = of.in?.type === 'transform' ? of.out : of.in
  const inner = of.innerType ?? of.options?.[0] ?? piped ?? of.getter?.()
  return inner && emptyOf(inner)
}

const CREATED = '2026-01-05T08:00:00.000Z'
const DATES = { version: 1, createdAt: CREATED, updatedAt: CREATED, organizationId: 'bakery' }

/** A record with the given fields; all other fields are empty. */
export function sample<S extends z.ZodType>(schema: S, fields: Partial<z.output<S>>): z.output<S> {
  const empty = emptyOf(schema) as object
  const known = Object.entries(DATES).filter(([key]) => key in empty)
  return { ...empty, ...Object.fromEntries(known), ...fields } as z.output<S>
}

const page = { width: 1920, height: 1080, widgets: [], config: { inputs: [] } }

export const building = sample(Building, {
  id: 'b1',
  name: 'Tower',
  location: 'Amman',
  floors: [{ id: 'f1', name: 'Ground', planId: null }],
})
export const user = sample(User, {
  id: 'u1',
  email: 'mona@example.com',
  firstName: 'Mona',
  lastName: 'Haddad',
  role: '2',
})
const organization = sample(Organization, {
  id: 'o1',
  name: 'Flower shop',
  admin: { id: 'u9', firstName: 'Lea', lastName: 'Berg', email: 'lea@example.com' },
  storage: { used: 0, ownMb: null, limitMb: null, exports: 0 },
})
const licence = sample(Licence, {
  id: 'l1',
  number: 'L-2026',
  organizationId: 'o1',
  organization: { id: 'o1', name: 'Flower shop' },
  devicesCount: 5,
  expiresAt: '2031-01-31',
})
const group = sample(DeviceGroup, {
  id: 'g1',
  name: 'Shop front',
  schedule: { timezone: 'Etc/GMT-2', defaultStoryboardId: null, slots: [] },
})
const card = sample(Card, { ...page, id: 'c1', name: 'Bread' })
const template = sample(Card, { ...page, id: 't1', name: 'Weekly offer', isTemplate: true })
export const storyboard = sample(Storyboard, {
  id: 's1',
  name: 'Lunch',
  type: 'standard',
  mode: 'AUTO',
  width: 1920,
  height: 1080,
  items: [{ cardId: 'c1', duration: 5 }],
  publishStatus: 'approved',
  status: 'approved',
  approvedVersion: 1,
})
const layout = sample(Layout, { ...page, id: 'y1', name: 'Lobby' })
export const picture = sample(Media, {
  id: 'm1',
  name: 'shop.png',
  mimetype: 'image/png',
  size: 2048,
  url: '/media/file/m1',
  width: 160,
  height: 90,
})
export const video = sample(Media, {
  ...picture,
  id: 'm2',
  name: 'A film about summer.mp4',
  mimetype: 'video/mp4',
  url: '/media/file/m2',
  duration: 20,
})
export const folder = sample(Folder, { id: 'd1', name: 'Summer' })
export const device = sample(Device, { id: 'v1', name: 'Lobby screen', ip: '10.0.0.5', connection: 'online' })

export const ada = sample(Profile, {
  id: 'ada',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lund',
  role: '1',
  mediaToken: 'media-token',
})

/** A server with one record of everything. */
export const ONE_OF_EACH = {
  'auth.login': { token: 'token-1', refreshToken: 'refresh-1', profile: ada },
  'auth.profile': { profile: ada },
  'sources.list': { sources: [] },
  'buildings.list': { buildings: [building] },
  'buildings.get': { building },
  'users.list': { users: [user] },
  'organizations.list': { organizations: [organization] },
  'organizations.get': { organization },
  'licences.list': { licences: [licence] },
  'deviceGroups.list': { devicesGroups: [group] },
  'deviceGroups.get': { deviceGroup: group },
  'cards.documents': ({ query }: { query: Record<string, string> }) => ({
    cards: query.isTemplate === '1' ? [template] : [card],
    next: null,
  }),
  'cards.get': ({ params }: { params: Record<string, string> }) => ({
    card: params.id === 't1' ? template : card,
  }),
  'shelf.list': {
    items: [
      sample(ShelfItem, { kind: 'layout', id: 'y1', name: 'Lobby', page: { kind: 'layout', id: 'y1' } }),
      sample(ShelfItem, { kind: 'card', id: 'c1', name: 'Bread', page: { kind: 'card', id: 'c1' } }),
      sample(ShelfItem, { kind: 'image', id: 'm1', name: 'shop.png' }),
    ],
  },
  'storyboards.list': { storyboards: [storyboard] },
  'storyboards.get': { storyboard },
  'layouts.documents': { layouts: [layout], next: null },
  'layouts.get': { layout },
  'media.list': { media: { media: [picture, video], folders: [folder] } },
  'media.get': { media: picture },
  'media.folder': { folder: sample(FolderContent, { ...folder, path: [{ id: 'd1', name: 'Summer' }] }) },
  'devices.list': { devices: [device] },
} as const
