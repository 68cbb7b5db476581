import { Version } from '@vitrine/contract/api/base/entity'
import { ScheduleInput } from '@vitrine/contract/api/screens/device-groups'
import type { z } from 'zod'

/** A schedule, and the version of its group that it was read from. */
export const VersionedSchedule = ScheduleInput.safeExtend({ version: Version })
export type VersionedSchedule = z.output<typeof VersionedSchedule>
