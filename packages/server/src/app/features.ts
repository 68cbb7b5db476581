import { authFeature } from '#features/auth/routes.ts'
import { buildingsFeature } from '#features/buildings/routes.ts'
import type { Mounted } from '#features/handler.ts'
import { licencesFeature } from '#features/licences/routes.ts'
import { lookupsFeature } from '#features/lookups/routes.ts'
import { mediaFeature } from '#features/media/routes.ts'
import { organizationsFeature } from '#features/organizations/routes.ts'
import { thumbnailsFeature } from '#features/thumbnails/routes.ts'
import { usersFeature } from '#features/users/routes.ts'

/** Everything that the API answers. */
export const features: readonly Mounted[] = [
  ...authFeature,
  ...organizationsFeature,
  ...usersFeature,
  ...buildingsFeature,
  ...licencesFeature,
  ...mediaFeature,
  ...thumbnailsFeature,
  ...lookupsFeature,
]
