import { firstGroupsQuery } from '#queries/device-groups.ts'
import { firstDevicesQuery } from '#queries/devices.ts'
import { licencesQuery } from '#queries/licences.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'

// What several blocks of the dashboard read: each is loaded once, and again when the server says that it has changed.

/** Screens and groups drawn on the dashboard; links show the rest. */
const SHOWN = 8
const KEPT_MS = 60_000

export const worstScreens = { ...firstDevicesQuery({ pageSize: SHOWN, sort: 'state' }), staleTime: KEPT_MS }
/** Without their deliveries, which would be loaded every two seconds while a screen is offline. */
export const firstGroups = { ...firstGroupsQuery(SHOWN), staleTime: KEPT_MS, refetchInterval: false } as const
export const knownLicences = { ...licencesQuery(), staleTime: KEPT_MS }
export const knownStoryboards = { ...storyboardsQuery(), staleTime: KEPT_MS }
