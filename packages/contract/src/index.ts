import { auth } from './auth.ts'
import { buildings } from './buildings.ts'
import { cards } from './cards.ts'
import { cases } from './cases.ts'
import { deviceConfigurations } from './device-configurations.ts'
import { deviceGroups } from './device-groups.ts'
import { devices } from './devices.ts'
import { floors } from './floors.ts'
import { kiosk } from './kiosk.ts'
import { layouts } from './layouts.ts'
import { licences } from './licences.ts'
import { lookups } from './lookups.ts'
import { media, thumbnails } from './media.ts'
import { organizations } from './organizations.ts'
import { outbox } from './outbox.ts'
import { player } from './player.ts'
import { storyboards } from './storyboards.ts'
import { users } from './users.ts'
import { screenData, widgetData } from './widget-data.ts'

/** Every call of the API, by feature. */
export const contract = {
  auth,
  organizations,
  kiosk,
  users,
  buildings,
  floors,
  licences,
  media,
  thumbnails,
  layouts,
  cards,
  storyboards,
  devices,
  deviceGroups,
  deviceConfigurations,
  lookups,
  player,
  cases,
  outbox,
  widgetData,
  screenData,
}
export type Contract = typeof contract
