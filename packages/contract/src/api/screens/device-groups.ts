import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import {
  Id,
  IdAnswer,
  IdParams,
  idList,
  ListQuery,
  NamedOrganization,
  OrganizationHint,
  Timestamp,
  Version,
} from '#api/base/entity.ts'
import { DryRun, Impact, Misfits } from '#api/base/impact.ts'
import { external, requiredText, timeZone, wholeNumber } from '#api/base/inputs.ts'
import { restoring, versionsRoute } from '#api/base/saved-versions.ts'
import { SkyPlaceInput, StoredSkyPlace } from '#api/base/sky.ts'
import { ItemTags, tagScreensRoute } from '#api/base/tags.ts'
import { forecastRoute } from '#api/playback/forecast.ts'
import { Slot, StoredLayers } from '#api/playback/manifest.ts'
import { SCREENS_AT_ONCE, SCREENS_BODY_BYTES } from '#body-limits.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { HIJRI_SHIFT_MAX } from '#schedule/hijri.ts'
import { overlapsIn, playsInYear } from '#schedule/overlaps.ts'
import { DEFAULT_TIMEZONE } from '#schedule/time-zone.ts'
import { comingInGroup } from './coming.ts'
import { Filling, fillingRoute, GroupRuleInput, StoredGroupRule } from './group-rule.ts'
import { holidaysRoute } from './holidays.ts'
import { inStepRoute } from './in-step.ts'
import { LayersInput } from './layers.ts'
import { SKY_SLOTS_MAX, SlotInput } from './slots.ts'
import { TruthCounts } from './truth.ts'
import { VideoWall, VideoWallInput } from './video-wall.ts'

const SLOTS_MAX = 500

export const ScheduleInput = z
  .object({
    timezone: timeZone().default(DEFAULT_TIMEZONE),
    sky: SkyPlaceInput.optional(),
    hijriShift: wholeNumber(-HIJRI_SHIFT_MAX, HIJRI_SHIFT_MAX).optional(),
    defaultStoryboardId: Id.nullable().optional(),
    slots: boundedList(z.array(SlotInput).max(SLOTS_MAX, rule('max_value', SLOTS_MAX))).default([]),
    /** In the order in which they are drawn; absent: they stay as they are. */
    layers: LayersInput.optional(),
  })
  .superRefine((schedule, context) => {
    const { slots, layers = [], sky } = schedule
    const refuse = (message: string, path: (string | number)[]) =>
      external(() => false, message, path)(slots, context)
    const all = [slots, ...layers.map((layer) => layer.slots)]
    const followsSun = all.flat().filter(({ fromSky, toSky }) => fromSky || toSky)
    if (followsSun.length > SKY_SLOTS_MAX) return refuse(rule('at_most_sky', SKY_SLOTS_MAX), ['slots'])
    if (followsSun.length > 0 && !sky) return refuse(rule('required'), ['sky'])
    for (const [place, own] of all.entries()) {
      const path = place === 0 ? ['slots'] : ['layers', place - 1, 'slots']
      for (const [index, slot] of own.entries())
        if ((slot.fromSky || slot.toSky) && !playsInYear(slot, schedule))
          refuse(rule('never_plays'), [...path, index, 'to'])
      for (const index of overlapsIn({ ...schedule, slots: own }).keys())
        refuse(rule('overlap'), [...path, index, 'from'])
    }
  })
export type ScheduleInput = z.infer<typeof ScheduleInput>

export const Schedule = z.object({
  timezone: z.string(),
  sky: StoredSkyPlace.optional(),
  hijriShift: z.int().optional(),
  defaultStoryboardId: Id.nullable(),
  slots: z.array(Slot),
  /** Absent: none. */
  layers: StoredLayers.optional(),
})
export type Schedule = z.infer<typeof Schedule>

/** Delivery progress: how many of `screens` have verified the change, and how many show it. Which of them are right is another fact. */
export const Delivery = z.object({
  ...TruthCounts.shape,
  /** When the pending schedule takes effect; null if none is pending. */
  activateAt: z.number().nullable(),
  screens: z.int(),
  online: z.int(),
  held: z.int(),
  shown: z.int(),
})
export type Delivery = z.infer<typeof Delivery>

export const DeviceGroup = z.object({
  id: Id,
  name: z.string(),
  organizationId: Id,
  devices: z.array(Id),
  /** The same value as `schedule.defaultStoryboardId`. */
  storyboardId: Id.nullable(),
  schedule: Schedule,
  /** Null: each screen shows whole pages. */
  wall: VideoWall.nullable(),
  /** Which screens it takes in; null: people choose them. */
  rule: StoredGroupRule.nullable(),
  delivery: Delivery,
  tags: ItemTags,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type DeviceGroup = z.infer<typeof DeviceGroup>

/** Absent fields stay unchanged, so renaming a group does not publish anything. */
export const DeviceGroupInput = z
  .object({
    name: requiredText(),
    organizationId: Id.optional(),
    devices: idList(z.array(Id).max(SCREENS_AT_ONCE)).optional(),
    storyboardId: Id.nullable().optional(),
    schedule: ScheduleInput.optional(),
    /** Only with screens of this group. */
    wall: VideoWallInput.nullable().optional(),
    /** Screens that match come, and go when they no longer do; null: people choose them. */
    rule: GroupRuleInput.nullable().optional(),
    /** Manual switches until the schedule's next change, which a changed schedule would end, last until someone ends them. */
    keepsSwitches: z.boolean().optional(),
    version: Version,
  })
  .refine(
    ({ storyboardId, schedule }) =>
      storyboardId === undefined ||
      schedule?.defaultStoryboardId === undefined ||
      storyboardId === schedule.defaultStoryboardId,
    { path: ['storyboardId'], message: rule('invalid') },
  )
export type DeviceGroupInput = z.infer<typeof DeviceGroupInput>

const Answer = z.object({ deviceGroup: DeviceGroup })
/** `filling`: of a group with a rule, which screens it moves. */
const SaveAnswer = Answer.extend({ impact: Impact.optional(), filling: Filling.optional() })

export const deviceGroups = {
  list: route({
    method: 'GET',
    path: '/device-groups',
    summary: 'List device groups',
    who: { read: 'device-groups' },
    query: ListQuery,
    response: z.object({ devicesGroups: z.array(DeviceGroup), total: z.int().optional() }),
  }),
  forecast: forecastRoute,
  holidays: holidaysRoute,
  get: route({
    method: 'GET',
    path: '/device-groups/:id',
    summary: 'Get a device group with its schedule',
    who: { read: 'device-groups' },
    params: IdParams,
    query: z.object({ organizationId: NamedOrganization }),
    response: Answer,
  }),
  fit: route({
    method: 'GET',
    path: '/device-groups/:id/fit',
    summary: 'List the screens of a group whose size pages of its schedule do not fit',
    who: { read: 'device-groups' },
    params: IdParams,
    response: z.object({ misfits: Misfits }),
  }),
  inStep: inStepRoute,
  filling: fillingRoute,
  coming: comingInGroup,
  create: route({
    method: 'POST',
    path: '/device-groups/create',
    aliases: ['/device-groups'],
    summary: 'Create a device group',
    who: { write: 'device-groups' },
    everywhere: true,
    body: DeviceGroupInput,
    bodyLimit: SCREENS_BODY_BYTES,
    response: Answer,
    status: 201,
    errors: ['NOT_APPROVED'],
  }),
  update: route({
    method: 'PUT',
    path: '/device-groups/:id',
    summary:
      'Update a device group; schedule changes take effect about one minute after the last save; `dryRun` only reports what would change on screens',
    who: { write: 'device-groups' },
    params: IdParams,
    query: DryRun,
    body: DeviceGroupInput,
    bodyLimit: SCREENS_BODY_BYTES,
    response: SaveAnswer,
    errors: ['CONFLICT', 'NOT_APPROVED'],
  }),
  versions: versionsRoute('/device-groups', 'device-groups', 'schedule'),
  restore: route({
    method: 'POST',
    path: '/device-groups/:id/versions/:version/restore',
    summary: 'Save an earlier schedule of a device group again, without storyboards that are gone',
    who: { write: 'device-groups' },
    ...restoring,
    response: Answer,
    errors: ['CONFLICT', 'NOT_APPROVED'],
  }),
  tagMany: tagScreensRoute('/device-groups', { area: 'device-groups', what: 'device groups' }),
  remove: route({
    method: 'DELETE',
    path: '/device-groups/:id',
    summary: 'Delete a device group; its screens remain',
    who: { write: 'device-groups' },
    params: IdParams,
    query: z.object({ organizationId: NamedOrganization }),
    body: OrganizationHint,
    response: IdAnswer,
  }),
}
