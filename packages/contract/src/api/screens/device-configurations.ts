import { z } from 'zod'
import { Region } from '#api/accounts/region.ts'
import { boundedList } from '#api/base/bounded-list.ts'
import {
  Id,
  IdAnswer,
  IdParams,
  idList,
  ListQuery,
  OrganizationHint,
  Timestamp,
  Version,
} from '#api/base/entity.ts'
import { DryRun, Impact } from '#api/base/impact.ts'
import { requiredText, time, timeZone, wholeNumber } from '#api/base/inputs.ts'
import { ScreenSize } from '#api/content/layouts.ts'
import { ScreenConfiguration } from '#api/playback/manifest.ts'
import { SCREENS_AT_ONCE, SCREENS_BODY_BYTES } from '#body-limits.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { DEFAULT_TIMEZONE } from '#schedule/time-zone.ts'
import { UPDATE_DAYS_MAX } from '#schedule/updates.ts'
import { DeviceType } from './devices.ts'
import { OtherSize, OtherSizeInput } from './screen-size.ts'

/** Mounting and operation settings that many screens share. */
export const DeviceConfiguration = ScreenConfiguration.extend({
  id: Id,
  name: z.string(),
  type: DeviceType,
  screenSize: ScreenSize,
  /** The size of its screens if it is none of the known ones. */
  otherSize: OtherSize.optional(),
  /** Overrides the organization's. */
  region: Region,
  shareFiles: z.boolean(),
  /** Devices assigned directly; a device's own configuration overrides its group's. */
  devices: z.array(Id),
  deviceGroups: z.array(Id),
  organizationId: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type DeviceConfiguration = z.infer<typeof DeviceConfiguration>

/** The screen is dark from `off` to `on`. Hours may cross midnight; equal times are rejected. */
const HoursInput = z
  .object({ on: time(), off: time(), timezone: timeZone().default(DEFAULT_TIMEZONE) })
  .refine(({ on, off }) => on !== off, { path: ['off'], message: rule('invalid') })

const VolumeTimesInput = z.object({
  timezone: timeZone().default(DEFAULT_TIMEZONE),
  times: boundedList(
    z
      .array(
        z
          .object({ from: time(), to: time(), volume: wholeNumber(0, 100) })
          .refine(({ from, to }) => from !== to, { path: ['to'], message: rule('invalid') }),
      )
      .min(1, rule('required'))
      .max(12, rule('max_value', 12)),
  ),
})

const UpdatesInput = z
  .object({
    from: time(),
    to: time(),
    timezone: timeZone().default(DEFAULT_TIMEZONE),
    days: wholeNumber(0, UPDATE_DAYS_MAX).default(0),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: rule('invalid') })

const DownloadHoursInput = z
  .object({ from: time(), to: time(), timezone: timeZone().default(DEFAULT_TIMEZONE) })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: rule('invalid') })

/** Maximum download limit in megabits per second. */
export const DOWNLOAD_MBIT_MAX = 10_000

export const DeviceConfigurationInput = z.object({
  name: requiredText(),
  type: DeviceType.default(0),
  screenSize: ScreenSize.default(1),
  otherSize: OtherSizeInput,
  orientation: ScreenConfiguration.shape.orientation.default(0),
  volume: wholeNumber(0, 100).default(100),
  hours: HoursInput.nullable().default(null),
  /** Absent: unchanged. */
  volumeTimes: VolumeTimesInput.nullable().optional(),
  /** Absent: unchanged. */
  updates: UpdatesInput.nullable().optional(),
  /** Absent: unchanged. */
  downloadMbit: wholeNumber(1, DOWNLOAD_MBIT_MAX).nullable().optional(),
  /** Absent: unchanged. */
  downloadHours: DownloadHoursInput.nullable().optional(),
  /** Absent: unchanged. */
  shareFiles: z.boolean().optional(),
  /** Absent: unchanged. */
  region: Region.optional(),
  /** Absent: unchanged. A device or group has one configuration; listing it here moves it from its previous one. */
  devices: idList(z.array(Id).max(SCREENS_AT_ONCE)).optional(),
  deviceGroups: idList(z.array(Id).max(5000)).optional(),
  organizationId: Id.optional(),
  version: Version,
})
export type DeviceConfigurationInput = z.infer<typeof DeviceConfigurationInput>

const Answer = z.object({ configuration: DeviceConfiguration })

export const deviceConfigurations = {
  list: route({
    method: 'GET',
    path: '/device-configurations',
    summary: 'List device configurations',
    who: { read: 'devices' },
    query: ListQuery,
    response: z.object({ configurations: z.array(DeviceConfiguration), total: z.int().optional() }),
  }),
  get: route({
    method: 'GET',
    path: '/device-configurations/:id',
    summary: 'Get a device configuration',
    who: { read: 'devices' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/device-configurations/create',
    aliases: ['/device-configurations'],
    summary: 'Create a device configuration',
    who: { write: 'devices' },
    everywhere: true,
    body: DeviceConfigurationInput,
    bodyLimit: SCREENS_BODY_BYTES,
    response: Answer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/device-configurations/:id',
    summary:
      'Update a device configuration and where it applies; screens are notified immediately; `dryRun` only reports what would change on screens',
    who: { write: 'devices' },
    everywhere: true,
    params: IdParams,
    query: DryRun,
    body: DeviceConfigurationInput,
    bodyLimit: SCREENS_BODY_BYTES,
    response: Answer.extend({ impact: Impact.optional() }),
    errors: ['CONFLICT'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/device-configurations/:id',
    summary: 'Delete a device configuration; its screens and groups then have none',
    who: { write: 'devices' },
    everywhere: true,
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
  }),
}
