import { alertsFeature } from '#features/alerts/routes.ts'
import { allowedSitesFeature } from '#features/allowed-sites/routes.ts'
import { answersFeature, screenAnswersFeature } from '#features/answers/routes.ts'
import { authFeature } from '#features/auth/routes.ts'
import { backupsFeature } from '#features/backups/routes.ts'
import { buildingsFeature } from '#features/buildings/routes.ts'
import { cardsFeature, designsFeature } from '#features/cards/routes.ts'
import { casesFeature } from '#features/cases/routes.ts'
import { deviceConfigurationsFeature } from '#features/device-configurations/routes.ts'
import { deviceGroupsFeature } from '#features/device-groups/routes.ts'
import { devicesFeature } from '#features/devices/routes.ts'
import { floorsFeature } from '#features/floors/routes.ts'
import type { Mounted } from '#features/handler.ts'
import { jobsFeature } from '#features/jobs/routes.ts'
import { kioskFeature } from '#features/kiosk/routes.ts'
import { layoutsFeature } from '#features/layouts/routes.ts'
import { licencesFeature } from '#features/licences/routes.ts'
import { lookupsFeature } from '#features/lookups/routes.ts'
import { machinesFeature } from '#features/machines/routes.ts'
import { conversionsFeature } from '#features/media/conversions/routes.ts'
import { videoCopiesFeature } from '#features/media/copies/routes.ts'
import { decksFeature, deckVersionsFeature } from '#features/media/decks/routes.ts'
import { mediaVersionsFeature } from '#features/media/replacing/routes.ts'
import { mediaFeature } from '#features/media/routes.ts'
import { screenSitesFeature, webMediaFeature } from '#features/media/web/routes.ts'
import { neighborsFeature } from '#features/neighbors/routes.ts'
import { organizationsFeature } from '#features/organizations/routes.ts'
import { outboxFeature } from '#features/outbox/routes.ts'
import { contentOriginFeature, packagesFeature } from '#features/packages/routes.ts'
import { playerFeature } from '#features/player/routes.ts'
import { playerUpdatesFeature, screenUpdatesFeature } from '#features/player-updates/routes.ts'
import { playsFeature } from '#features/plays/routes.ts'
import { sessionsFeature } from '#features/sessions/routes.ts'
import { setupsFeature } from '#features/setups/routes.ts'
import { sourcesFeature } from '#features/sources/routes.ts'
import { storyboardsFeature } from '#features/storyboards/routes.ts'
import { systemFeature } from '#features/system/routes.ts'
import { tagsFeature } from '#features/tags/routes.ts'
import { takeoversFeature } from '#features/takeovers/routes.ts'
import { thumbnailsFeature } from '#features/thumbnails/routes.ts'
import { trashFeature } from '#features/trash/routes.ts'
import { unknownScreensFeature } from '#features/unknown-screens/routes.ts'
import { usersFeature } from '#features/users/routes.ts'
import { watchFeature } from '#features/watch/routes.ts'
import { widgetDataFeature } from '#features/widget-data/routes.ts'

/** Every feature of the API. */
export const features: readonly Mounted[] = [
  ...authFeature,
  ...sessionsFeature,
  ...organizationsFeature,
  ...kioskFeature,
  ...allowedSitesFeature,
  ...usersFeature,
  ...buildingsFeature,
  ...floorsFeature,
  ...licencesFeature,
  ...mediaFeature,
  ...mediaVersionsFeature,
  ...decksFeature,
  ...deckVersionsFeature,
  ...videoCopiesFeature,
  ...conversionsFeature,
  ...webMediaFeature,
  ...packagesFeature,
  ...contentOriginFeature,
  ...thumbnailsFeature,
  ...sourcesFeature,
  ...lookupsFeature,
  ...tagsFeature,
  ...layoutsFeature,
  ...cardsFeature,
  ...designsFeature,
  ...storyboardsFeature,
  ...deviceGroupsFeature,
  ...deviceConfigurationsFeature,
  ...trashFeature,
  ...devicesFeature,
  ...playerUpdatesFeature,
  ...unknownScreensFeature,
  ...takeoversFeature,
  ...playsFeature,
  ...answersFeature,
  ...screenAnswersFeature,
  ...watchFeature,
  ...playerFeature,
  ...machinesFeature,
  ...screenUpdatesFeature,
  ...neighborsFeature,
  ...setupsFeature,
  ...screenSitesFeature,
  ...outboxFeature,
  ...jobsFeature,
  ...backupsFeature,
  ...systemFeature,
  ...casesFeature,
  ...alertsFeature,
  ...widgetDataFeature,
]
