import { access } from './accounts/access.ts'
import { allowedSites } from './accounts/allowed-sites.ts'
import { apiKeys } from './accounts/api-keys.ts'
import { auth } from './accounts/auth.ts'
import { emailDomains, identityProvider } from './accounts/identity-provider.ts'
import { kiosk } from './accounts/kiosk.ts'
import { licences } from './accounts/licences.ts'
import { organizations } from './accounts/organizations.ts'
import { passkeys } from './accounts/passkeys.ts'
import { providerLogin } from './accounts/provider-login.ts'
import { roles } from './accounts/roles.ts'
import { secondFactor } from './accounts/second-factor.ts'
import { sessions } from './accounts/sessions.ts'
import { site } from './accounts/site.ts'
import { users } from './accounts/users.ts'
import { outbox } from './base/outbox.ts'
import { tags } from './base/tags.ts'
import { cards, designs } from './content/cards.ts'
import { commentReplies, comments } from './content/comments.ts'
import { conversions } from './content/conversions/conversions.ts'
import { deckVersions } from './content/conversions/deck-versions.ts'
import { decks } from './content/conversions/decks.ts'
import { videoCopies } from './content/conversions/video-copies.ts'
import { layoutImports } from './content/layout-imports.ts'
import { layouts } from './content/layouts.ts'
import { captions } from './content/library/captions.ts'
import { folders } from './content/library/folders.ts'
import { mediaVersions } from './content/library/media-versions.ts'
import { uploads } from './content/library/uploads.ts'
import { localContent } from './content/local-content.ts'
import { lookups } from './content/lookups.ts'
import { media, thumbnails } from './content/media.ts'
import { packages } from './content/packages.ts'
import { parts } from './content/parts.ts'
import { shelf } from './content/shelf.ts'
import { storyboards } from './content/storyboards.ts'
import { styles } from './content/styles.ts'
import { trash } from './content/trash/trash.ts'
import { pageViewers } from './content/viewers.ts'
import { webMedia } from './content/web-media.ts'
import { answers } from './data/answers.ts'
import { sources } from './data/sources.ts'
import { widgetData } from './data/widget-data.ts'
import { alerts } from './operations/alerts.ts'
import { approvals } from './operations/approvals.ts'
import { archives } from './operations/archives.ts'
import { audit } from './operations/audit.ts'
import { backups } from './operations/backups.ts'
import { cases } from './operations/cases.ts'
import { deletions } from './operations/deletions.ts'
import { jobs } from './operations/jobs.ts'
import { system } from './operations/system.ts'
import { watch } from './operations/watch.ts'
import { webhooks } from './operations/webhooks.ts'
import { buildings } from './places/buildings.ts'
import { floors } from './places/floors.ts'
import { deviceConfigurations } from './screens/device-configurations.ts'
import { deviceGroups } from './screens/device-groups.ts'
import { playerUpdates } from './screens/devices/player-updates.ts'
import { devices } from './screens/devices.ts'
import { playSheets } from './screens/play-sheets.ts'
import { plays } from './screens/plays.ts'
import { screenFields, screenValues } from './screens/screen-values.ts'
import { takeovers } from './screens/takeovers.ts'
import { triggers } from './screens/triggers.ts'
import { unknownScreens } from './screens/unknown-screens.ts'

/** Every route for people, by feature: all that the console needs. */
export const people = {
  auth,
  providerLogin,
  sessions,
  secondFactor,
  passkeys,
  site,
  apiKeys,
  organizations,
  kiosk,
  identityProvider,
  emailDomains,
  allowedSites,
  users,
  roles,
  access,
  buildings,
  floors,
  licences,
  media: { ...folders, ...media, ...uploads },
  mediaVersions,
  captions,
  webMedia,
  decks,
  deckVersions,
  videoCopies,
  conversions,
  packages,
  thumbnails,
  sources,
  layouts,
  layoutImports,
  cards,
  designs,
  storyboards,
  approvals,
  comments,
  commentReplies,
  pageViewers,
  styles,
  parts,
  localContent,
  shelf,
  devices,
  playerUpdates,
  unknownScreens,
  deviceGroups,
  deviceConfigurations,
  screenFields,
  screenValues,
  trash,
  deletions,
  takeovers,
  triggers,
  plays: { ...plays, ...playSheets },
  answers,
  watch,
  lookups,
  tags,
  cases,
  alerts,
  webhooks,
  audit,
  archives,
  outbox,
  jobs,
  backups,
  system,
  widgetData,
}
