import { auth } from './api/accounts/auth.ts'
import { kiosk } from './api/accounts/kiosk.ts'
import { licences } from './api/accounts/licences.ts'
import { organizations } from './api/accounts/organizations.ts'
import { sessions } from './api/accounts/sessions.ts'
import { users } from './api/accounts/users.ts'
import { allowedSites } from './api/allowed-sites.ts'
import { buildings } from './api/buildings.ts'
import { cards, designs } from './api/cards.ts'
import { conversions } from './api/conversions/conversions.ts'
import { decks } from './api/conversions/decks.ts'
import { videoCopies } from './api/conversions/video-copies.ts'
import { floors } from './api/floors.ts'
import { layouts } from './api/layouts.ts'
import { lookups } from './api/lookups.ts'
import { media, thumbnails } from './api/media.ts'
import { mediaVersions } from './api/media-versions.ts'
import { backups } from './api/operations/backups.ts'
import { cases } from './api/operations/cases.ts'
import { jobs } from './api/operations/jobs.ts'
import { outbox } from './api/operations/outbox.ts'
import { system } from './api/operations/system.ts'
import { contentOrigin, packages } from './api/packages.ts'
import { answers, screenAnswers } from './api/screens/answers.ts'
import { deviceConfigurations } from './api/screens/device-configurations.ts'
import { deviceGroups } from './api/screens/device-groups.ts'
import { devices } from './api/screens/devices.ts'
import { machines } from './api/screens/machines.ts'
import { player } from './api/screens/player.ts'
import { plays } from './api/screens/plays.ts'
import { sources } from './api/screens/sources.ts'
import { takeovers } from './api/screens/takeovers.ts'
import { unknownScreens } from './api/screens/unknown-screens.ts'
import { watch } from './api/screens/watch.ts'
import { storyboards } from './api/storyboards.ts'
import { trash } from './api/trash.ts'
import { screenData, widgetData } from './api/widget-data.ts'

/** Every call of the API, by feature. */
export const contract = {
  auth,
  sessions,
  organizations,
  kiosk,
  allowedSites,
  users,
  buildings,
  floors,
  licences,
  media,
  mediaVersions,
  decks,
  videoCopies,
  conversions,
  packages,
  contentOrigin,
  thumbnails,
  sources,
  layouts,
  cards,
  designs,
  storyboards,
  devices,
  unknownScreens,
  deviceGroups,
  deviceConfigurations,
  trash,
  takeovers,
  plays,
  answers,
  screenAnswers,
  watch,
  lookups,
  player,
  machines,
  cases,
  outbox,
  jobs,
  backups,
  system,
  widgetData,
  screenData,
}
export type Contract = typeof contract
