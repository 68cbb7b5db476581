// The brand of an address: which organization a host name belongs to, and what strangers see of it.
import { trimSlashes } from '@vitrine/contract/trim-slashes'
import type { Origins } from '#base/platform.ts'
import type { Db } from '#db/schema.ts'

/** Pictures that browsers draw without running anything in them. */
const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
/** Strangers download it. */
export const LOGO_BYTES_MAX = 1_000_000

interface Logo {
  sha256: string
  mimetype: string
}

export interface SiteRow {
  organizationId: string
  host: string
  name: string
  primary: string
  logo: Logo | null
}

/** The organization whose host name a call has; undefined for every other name. Names come from strangers. */
export async function siteAt(db: Db, hostname: string): Promise<SiteRow | undefined> {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  const row = await db
    .selectFrom('organizations')
    .leftJoin('media', 'media.id', 'organizations.logoId')
    .select(['organizations.id', 'organizations.name', 'primaryColour', 'host'])
    .select(['media.sha256', 'media.mimetype', 'media.size'])
    .where('host', '=', host)
    .where('branded', '=', 1)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    ...{ organizationId: row.id, host, name: row.name, primary: row.primaryColour },
    logo: shownLogo(row),
  }
}

interface Medium {
  sha256: string | null
  mimetype: string | null
  size: number | string | null
}

/** A picture that may be shown to everyone; null for others, and for none. */
export function shownLogo({ sha256, mimetype, size }: Medium): Logo | null {
  const isShown = sha256 && mimetype && LOGO_TYPES.includes(mimetype) && Number(size) <= LOGO_BYTES_MAX
  return isShown ? { sha256, mimetype } : null
}

/** What strangers see of it. */
export const brandOf = (found: SiteRow | undefined) =>
  found ? { name: found.name, primary: found.primary, logo: found.logo?.sha256.slice(0, 16) ?? null } : null

/** Whether someone can log in through a provider: at an organization's address, its own people. */
export async function hasProvider(db: Db, organizationId: string | undefined): Promise<boolean> {
  const row = await db
    .selectFrom('identity_providers')
    .select('id')
    .$if(organizationId !== undefined, (query) => query.where('organizationId', '=', organizationId ?? ''))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const withHost = (origins: Origins, host: string | null | undefined): Origins => {
  if (!host) return origins
  const console = new URL(origins.console)
  console.hostname = host
  return { ...origins, console: console.origin }
}

/** The addresses as a person called them: their organization's own console, or the server's. */
export async function originsAt(db: Db, origins: Origins, hostname: string): Promise<Origins> {
  return withHost(origins, (await siteAt(db, hostname))?.host)
}

/** The console's address in every message to people of an organization, without a slash at its end. */
export async function consoleOf(db: Db, origins: Origins, organizationId: string): Promise<string> {
  const row = await db
    .selectFrom('organizations')
    .select('host')
    .where('id', '=', organizationId)
    .where('branded', '=', 1)
    .executeTakeFirst()
  return trimSlashes(withHost(origins, row?.host).console)
}
