import { authFeature } from '#features/auth/routes.ts'
import { buildingsFeature } from '#features/buildings/routes.ts'
import { cardsFeature } from '#features/cards/routes.ts'
import { casesFeature } from '#features/cases/routes.ts'
import { deviceConfigurationsFeature } from '#features/device-configurations/routes.ts'
import { deviceGroupsFeature } from '#features/device-groups/routes.ts'
import { devicesFeature } from '#features/devices/routes.ts'
import { floorsFeature } from '#features/floors/routes.ts'
import type { Mounted } from '#features/handler.ts'
import { kioskFeature } from '#features/kiosk/routes.ts'
import { layoutsFeature } from '#features/layouts/routes.ts'
import { licencesFeature } from '#features/licences/routes.ts'
import { lookupsFeature } from '#features/lookups/routes.ts'
import { mediaFeature } from '#features/media/routes.ts'
import { organizationsFeature } from '#features/organizations/routes.ts'
import { outboxFeature } from '#features/outbox/routes.ts'
import { playerFeature } from '#features/player/routes.ts'
import { storyboardsFeature } from '#features/storyboards/routes.ts'
import { thumbnailsFeature } from '#features/thumbnails/routes.ts'
import { usersFeature } from '#features/users/routes.ts'
import { widgetDataFeature } from '#features/widget-data/routes.ts'

/** Everything that the API answers. */
export const features: readonly Mounted[] = [
  ...authFeature,
  ...organizationsFeature,
  ...kioskFeature,
  ...usersFeature,
  ...buildingsFeature,
  ...floorsFeature,
  ...licencesFeature,
  ...mediaFeature,
  ...thumbnailsFeature,
  ...lookupsFeature,
  ...layoutsFeature,
  ...cardsFeature,
  ...storyboardsFeature,
  ...deviceGroupsFeature,
  ...deviceConfigurationsFeature,
  ...devicesFeature,
  ...playerFeature,
  ...outboxFeature,
  ...casesFeature,
  ...widgetDataFeature,
]
