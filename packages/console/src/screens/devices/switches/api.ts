import { api } from '#lib/api.ts'

/** Screens or plans per request. */
const MOST = 500

/** Cancels planned switches; returns the ids of those that had not started. */
export async function cancelPlanned(ids: readonly string[]): Promise<string[]> {
  const canceled: string[] = []
  for (let from = 0; from < ids.length; from += MOST) {
    const body = { ids: ids.slice(from, from + MOST) }
    canceled.push(...(await api.devices.cancelPlanned({ body })).canceled)
  }
  return canceled
}

/** Ends manual switches, except those that started after `since`. Returns the ids of the screens whose switch ended. */
export async function backToSchedule(
  screens: readonly { deviceId: string; since?: number | undefined }[],
): Promise<string[]> {
  const ended: string[] = []
  for (let from = 0; from < screens.length; from += MOST) {
    const body = { screens: screens.slice(from, from + MOST) }
    ended.push(...(await api.devices.backToSchedule({ body })).ended)
  }
  return ended
}
