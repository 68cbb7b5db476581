import { accessFeature } from '#accounts/access/routes.ts'
import { allowedSitesFeature } from '#accounts/allowed-sites/routes.ts'
import { apiKeysFeature } from '#accounts/api-keys/routes.ts'
import { authFeature } from '#accounts/auth/routes.ts'
import { providerLoginFeature } from '#accounts/identity-provider/login-routes.ts'
import { emailDomainsFeature, identityProviderFeature } from '#accounts/identity-provider/routes.ts'
import { kioskFeature } from '#accounts/kiosk/routes.ts'
import { licencesFeature } from '#accounts/licences/routes.ts'
import { organizationsFeature } from '#accounts/organizations/routes.ts'
import { passkeysFeature } from '#accounts/passkeys/routes.ts'
import { rolesFeature } from '#accounts/roles/routes.ts'
import { secondFactorFeature } from '#accounts/second-factor/routes.ts'
import { sessionsFeature } from '#accounts/sessions/routes.ts'
import { screenSiteFeature, siteFeature } from '#accounts/site/routes.ts'
import { usersFeature } from '#accounts/users/routes.ts'
import type { Feature, Mounted } from '#base/handler.ts'
import { outboxFeature } from '#base/outbox/routes.ts'
import { tagsFeature } from '#base/tags/routes.ts'
import { cardsFeature, designsFeature } from '#content/cards/routes.ts'
import { commentRepliesFeature, commentsFeature, pageViewersFeature } from '#content/comments/routes.ts'
import { decksFeature, deckVersionsFeature } from '#content/decks/routes.ts'
import { layoutImportsFeature } from '#content/layouts/importing/routes.ts'
import { layoutsFeature } from '#content/layouts/routes.ts'
import { localContentFeature } from '#content/local/routes.ts'
import { lookupsFeature } from '#content/lookups/routes.ts'
import { captionsFeature } from '#content/media/captions/routes.ts'
import { conversionsFeature } from '#content/media/conversions/routes.ts'
import { videoCopiesFeature } from '#content/media/copies/routes.ts'
import { mediaVersionsFeature } from '#content/media/replacing/routes.ts'
import { foldersFeature, mediaFeature, uploadsFeature } from '#content/media/routes.ts'
import { screenSitesFeature, webMediaFeature } from '#content/media/web/routes.ts'
import { contentOriginFeature, packagesFeature } from '#content/packages/routes.ts'
import { thumbnailsFeature } from '#content/pages/thumbnails/routes.ts'
import { partsFeature } from '#content/parts/routes.ts'
import { shelfFeature } from '#content/shelf/routes.ts'
import { storyboardsFeature } from '#content/storyboards/routes.ts'
import { stylesFeature } from '#content/styles/routes.ts'
import { trashFeature } from '#content/trash/routes.ts'
import { answersFeature, screenAnswersFeature } from '#data/answers/routes.ts'
import { sourcesFeature } from '#data/sources/routes.ts'
import { screenDataFeature, widgetDataFeature } from '#data/widget-data/routes.ts'
import { alertsFeature } from '#operations/alerts/routes.ts'
import { approvalsFeature } from '#operations/approvals/routes.ts'
import { auditFeature } from '#operations/audit/routes.ts'
import { backupsFeature } from '#operations/backups/routes.ts'
import { casesFeature } from '#operations/cases/routes.ts'
import { deletionsFeature } from '#operations/deletions/routes.ts'
import { jobsFeature } from '#operations/jobs/routes.ts'
import { archivesFeature } from '#operations/moving/routes.ts'
import { systemFeature } from '#operations/system/routes.ts'
import { watchFeature } from '#operations/watch/routes.ts'
import { webhooksFeature } from '#operations/webhooks/routes.ts'
import { buildingsFeature } from '#places/buildings/routes.ts'
import { floorsFeature } from '#places/floors/routes.ts'
import { deviceConfigurationsFeature } from '#screens/device-configurations/routes.ts'
import { deviceGroupsFeature } from '#screens/device-groups/routes.ts'
import { devicesFeature } from '#screens/devices/routes.ts'
import { machinesFeature } from '#screens/machines/routes.ts'
import { neighborsFeature } from '#screens/neighbors/routes.ts'
import { playerFeature } from '#screens/player/routes.ts'
import { playerUpdatesFeature, screenUpdatesFeature } from '#screens/player-updates/routes.ts'
import { playsFeature } from '#screens/plays/routes.ts'
import { setupsFeature } from '#screens/setups/routes.ts'
import { takeoversFeature } from '#screens/takeovers/routes.ts'
import { triggerCallsFeature, triggersFeature } from '#screens/triggers/routes.ts'
import { unknownScreensFeature } from '#screens/unknown-screens/routes.ts'
import { screenFieldsFeature, screenValuesFeature } from '#screens/values/routes.ts'
import type { Services } from './services.ts'

const FEATURES: readonly Feature<Services>[] = [
  authFeature,
  providerLoginFeature,
  sessionsFeature,
  secondFactorFeature,
  passkeysFeature,
  siteFeature,
  screenSiteFeature,
  apiKeysFeature,
  organizationsFeature,
  kioskFeature,
  identityProviderFeature,
  emailDomainsFeature,
  allowedSitesFeature,
  usersFeature,
  rolesFeature,
  accessFeature,
  buildingsFeature,
  floorsFeature,
  licencesFeature,
  foldersFeature,
  mediaFeature,
  uploadsFeature,
  mediaVersionsFeature,
  captionsFeature,
  decksFeature,
  deckVersionsFeature,
  videoCopiesFeature,
  conversionsFeature,
  webMediaFeature,
  packagesFeature,
  contentOriginFeature,
  thumbnailsFeature,
  sourcesFeature,
  lookupsFeature,
  tagsFeature,
  layoutsFeature,
  layoutImportsFeature,
  cardsFeature,
  designsFeature,
  storyboardsFeature,
  approvalsFeature,
  commentsFeature,
  commentRepliesFeature,
  pageViewersFeature,
  stylesFeature,
  partsFeature,
  shelfFeature,
  deviceGroupsFeature,
  deviceConfigurationsFeature,
  screenFieldsFeature,
  screenValuesFeature,
  trashFeature,
  deletionsFeature,
  devicesFeature,
  playerUpdatesFeature,
  unknownScreensFeature,
  takeoversFeature,
  localContentFeature,
  triggersFeature,
  triggerCallsFeature,
  playsFeature,
  answersFeature,
  screenAnswersFeature,
  watchFeature,
  playerFeature,
  machinesFeature,
  screenUpdatesFeature,
  neighborsFeature,
  setupsFeature,
  screenSitesFeature,
  outboxFeature,
  jobsFeature,
  backupsFeature,
  systemFeature,
  casesFeature,
  alertsFeature,
  webhooksFeature,
  auditFeature,
  archivesFeature,
  widgetDataFeature,
  screenDataFeature,
]

/** Every route of the API with its handler, for a server with these services. */
export const featuresOf = (services: Services): Mounted[] => FEATURES.flatMap((feature) => feature(services))
