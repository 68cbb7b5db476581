import { api } from '#lib/api.ts'

/** Screens of one call. */
const MOST = 500

/**
 * Ends the manual switches of screens; one that started after `since` stays. Answers the ids of the screens whose switch
 * ended.
 */
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
