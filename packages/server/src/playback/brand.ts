// The brand of an organization on screens that have nothing to play.
import type { DevicePart, ManifestFile } from '@vitrine/contract/api/playback/manifest'
import { brandColors } from '@vitrine/contract/brand-colors'
import { shownLogo } from '#accounts/site/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

export interface ScreenBrand {
  shown: NonNullable<DevicePart['organization']['brand']>
  /** The picture's file, by SHA-256. */
  files: Readonly<Record<string, ManifestFile>>
  /** What a change of concerns it. */
  logoId: string | null
}

/** By organization; those that show none are missing. The color is readable on a screen's dark page. */
export async function brandsOf(
  db: Db,
  devices: readonly { organizationId: string }[],
): Promise<Map<string, ScreenBrand>> {
  const wanted = [...new Set(devices.map(({ organizationId }) => organizationId))].map((id) => ({ id }))
  const rows = await db
    .selectFrom('organizations')
    .leftJoin('media', 'media.id', 'organizations.logoId')
    .select(['organizations.id', 'primaryColour', 'logoId'])
    .select(['media.sha256', 'media.mimetype', 'media.size'])
    .where('organizations.id', 'in', anyOf(db, wanted))
    .where('branded', '=', 1)
    .execute()
  return new Map(
    rows.map(({ id, primaryColour, logoId, ...medium }) => {
      const logo = shownLogo(medium)
      const color = brandColors(primaryColour, 'dark')?.accent
      const shown = { ...(color && { color }), ...(logo && { logo: logo.sha256 }) }
      const files: ScreenBrand['files'] = logo
        ? { [logo.sha256]: { size: Number(medium.size), mimetype: logo.mimetype } }
        : {}
      return [id, { shown, files, logoId }]
    }),
  )
}
