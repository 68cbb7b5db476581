import { screenSite } from './api/accounts/site.ts'
import { contentOrigin } from './api/content/packages.ts'
import { screenSites } from './api/content/web-media.ts'
import { screenAnswers } from './api/data/answers.ts'
import { screenData } from './api/data/widget-data.ts'
import { people } from './api/people.ts'
import { screenUpdates } from './api/screens/devices/screen-updates.ts'
import { machines } from './api/screens/machines.ts'
import { neighbors } from './api/screens/neighbors.ts'
import { player } from './api/screens/player.ts'
import { setups } from './api/screens/setups.ts'
import { triggerCalls } from './api/screens/trigger-calls.ts'

/** Every call of the API, by feature: those of people, and those of screens and their machines. */
export const contract = {
  ...people,
  contentOrigin,
  screenAnswers,
  player,
  machines,
  screenUpdates,
  neighbors,
  setups,
  screenSites,
  screenData,
  screenSite,
  triggerCalls,
}
export type Contract = typeof contract
