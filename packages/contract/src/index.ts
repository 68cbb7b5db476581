import { answers, screenAnswers } from './answers.ts'
import { auth } from './auth.ts'
import { backups } from './backups.ts'
import { buildings } from './buildings.ts'
import { cards, designs } from './cards.ts'
import { cases } from './cases.ts'
import { deviceConfigurations } from './device-configurations.ts'
import { deviceGroups } from './device-groups.ts'
import { devices } from './devices.ts'
import { floors } from './floors.ts'
import { jobs } from './jobs.ts'
import { kiosk } from './kiosk.ts'
import { layouts } from './layouts.ts'
import { licences } from './licences.ts'
import { lookups } from './lookups.ts'
import { media, thumbnails } from './media.ts'
import { organizations } from './organizations.ts'
import { outbox } from './outbox.ts'
import { contentOrigin, packages } from './packages.ts'
import { player } from './player.ts'
import { plays } from './plays.ts'
import { sessions } from './sessions.ts'
import { storyboards } from './storyboards.ts'
import { system } from './system.ts'
import { takeovers } from './takeovers.ts'
import { unknownScreens } from './unknown-screens.ts'
import { users } from './users.ts'
import { watch } from './watch.ts'
import { screenData, widgetData } from './widget-data.ts'

/** Every call of the API, by feature. */
export const contract = {
  auth,
  sessions,
  organizations,
  kiosk,
  users,
  buildings,
  floors,
  licences,
  media,
  packages,
  contentOrigin,
  thumbnails,
  layouts,
  cards,
  designs,
  storyboards,
  devices,
  unknownScreens,
  deviceGroups,
  deviceConfigurations,
  takeovers,
  plays,
  answers,
  screenAnswers,
  watch,
  lookups,
  player,
  cases,
  outbox,
  jobs,
  backups,
  system,
  widgetData,
  screenData,
}
export type Contract = typeof contract
