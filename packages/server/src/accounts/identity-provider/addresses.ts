import { trimSlashes } from '@vitrine/contract/trim-slashes'
import type { Origins } from '#base/platform.ts'

/** What an administrator registers at the provider, and where people log in. The page reads the provider's answer from its query. */
export function addressesOf({ console }: Origins, organizationId: string) {
  const base = trimSlashes(console)
  return {
    redirect: `${base}/`,
    logout: `${base}/api/auth/provider/${organizationId}/logout`,
    login: `${base}/#/auth/provider?organization=${organizationId}`,
  }
}
