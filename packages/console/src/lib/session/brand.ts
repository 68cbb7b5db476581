// The brand of an organization in the console: its name, logo, and color.
import type { Site } from '@vitrine/contract/api/accounts/site'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useFileUrl } from '#lib/files.ts'
import { apiBase } from '#lib/server/config.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { readStaticJson } from '#lib/server/transport.ts'
import { useSession } from './session.ts'

let site: Site | undefined
const listeners = new Set<() => void>()

/** Asks what strangers may know of this address. The login doesn't wait for it. */
export async function loadSite(): Promise<void> {
  site = (await readStaticJson(`${apiBase()}/site`)) as Site | undefined
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Undefined until it is known. */
export const useSite = (): Site | undefined => useSyncExternalStore(subscribe, () => site)

export interface ShownBrand {
  name: string
  primary: string
  /** The address of the picture; null: there is none. */
  logo: string | null
}

/** Of the person's organization; before the login, of the address. Undefined: the product's own. */
export function useBrand(): ShownBrand | undefined {
  const fileUrl = useFileUrl()
  const own = useSession(({ profile }) => profile?.organization)
  const called = useSite()?.brand
  if (own) {
    if (!own.branded) return undefined
    const { primary, logoId } = own.brand
    return { name: own.name, primary, logo: logoId && fileUrl(`/media/file/${logoId}`) }
  }
  if (!called) return undefined
  return { ...called, logo: called.logo && `${apiBase()}/site/logo?${called.logo}` }
}

/** In the titles of tabs. */
export function useAppName(): string {
  const { t } = useTranslation()
  return useBrand()?.name ?? t('app.name')
}

/** Gives the console the brand's color and icon. */
export function useBrandLook(): void {
  const brand = useBrand()
  const [primary, logo] = [brand?.primary ?? '', brand?.logo ?? null]
  useEffect(() => {
    if (!primary) return
    const style = document.createElement('style')
    document.head.append(style)
    // Without it, the console has the product's colors.
    loadChunk(() => import('./brand-style.ts')).then(
      ({ brandStyle }) => {
        style.textContent = brandStyle(primary)
      },
      () => undefined,
    )
    return () => style.remove()
  }, [primary])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon || !logo) return
    const { href, type } = icon
    icon.removeAttribute('type')
    icon.href = logo
    return () => {
      icon.type = type
      icon.href = href
    }
  }, [logo])
}
