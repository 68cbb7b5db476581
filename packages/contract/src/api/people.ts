import { allowedSites } from './accounts/allowed-sites.ts'
import { auth } from './accounts/auth.ts'
import { kiosk } from './accounts/kiosk.ts'
import { licences } from './accounts/licences.ts'
import { organizations } from './accounts/organizations.ts'
import { sessions } from './accounts/sessions.ts'
import { users } from './accounts/users.ts'
import { buildings } from './buildings.ts'
import { cards, designs } from './cards.ts'
import { conversions } from './conversions/conversions.ts'
import { deckVersions } from './conversions/deck-versions.ts'
import { decks } from './conversions/decks.ts'
import { videoCopies } from './conversions/video-copies.ts'
import { floors } from './floors.ts'
import { layouts } from './layouts.ts'
import { folders } from './library/folders.ts'
import { mediaVersions } from './library/media-versions.ts'
import { uploads } from './library/uploads.ts'
import { lookups } from './lookups.ts'
import { media, thumbnails } from './media.ts'
import { alerts } from './operations/alerts.ts'
import { backups } from './operations/backups.ts'
import { cases } from './operations/cases.ts'
import { jobs } from './operations/jobs.ts'
import { outbox } from './operations/outbox.ts'
import { system } from './operations/system.ts'
import { tags } from './operations/tags.ts'
import { packages } from './packages.ts'
import { answers } from './screens/answers.ts'
import { deviceConfigurations } from './screens/device-configurations.ts'
import { deviceGroups } from './screens/device-groups.ts'
import { playerUpdates } from './screens/devices/player-updates.ts'
import { devices } from './screens/devices.ts'
import { plays } from './screens/plays.ts'
import { sources } from './screens/sources.ts'
import { takeovers } from './screens/takeovers.ts'
import { unknownScreens } from './screens/unknown-screens.ts'
import { watch } from './screens/watch.ts'
import { webMedia } from './screens/web-media.ts'
import { storyboards } from './storyboards.ts'
import { trash } from './trash/trash.ts'
import { widgetData } from './widget-data.ts'

/** Every route for people, by feature: all that the console needs. */
export const people = {
  auth,
  sessions,
  organizations,
  kiosk,
  allowedSites,
  users,
  buildings,
  floors,
  licences,
  media: { ...folders, ...media, ...uploads },
  mediaVersions,
  webMedia,
  decks,
  deckVersions,
  videoCopies,
  conversions,
  packages,
  thumbnails,
  sources,
  layouts,
  cards,
  designs,
  storyboards,
  devices,
  playerUpdates,
  unknownScreens,
  deviceGroups,
  deviceConfigurations,
  trash,
  takeovers,
  plays,
  answers,
  watch,
  lookups,
  tags,
  cases,
  alerts,
  outbox,
  jobs,
  backups,
  system,
  widgetData,
}
