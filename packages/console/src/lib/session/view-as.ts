import type { Call } from '@vitrine/contract/client'
import { isRecord } from '@vitrine/contract/record'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { readJson, STORED, storage } from '#lib/browser/storage.ts'
import { session, useSession } from './session.ts'

/** The organization that a super admin is viewing. */
export interface ViewedOrganization {
  id: string
  name: string
}

const viewed = createStore<{ organization: ViewedOrganization | null }>(() => ({ organization: stored() }))

function stored(): ViewedOrganization | null {
  const value = readJson(storage, STORED.viewAs)
  const isOne = typeof value === 'object' && value !== null && 'id' in value && 'name' in value
  return isOne ? { id: String(value.id), name: String(value.name) } : null
}

/** `null` returns to all organizations. */
export function viewAs(organization: ViewedOrganization | null): void {
  storage.set(STORED.viewAs, organization && JSON.stringify(organization))
  viewed.setState({ organization })
}

// The next login starts with all organizations.
session.state.subscribe(({ token }) => {
  if (!token && viewed.getState().organization) viewAs(null)
})

export const viewedOrganization = (): ViewedOrganization | null => viewed.getState().organization
export const useViewedOrganization = (): ViewedOrganization | null =>
  useStore(viewed, (state) => state.organization)

/** The organization of new records: the viewed one, or the user's own. */
export function useOrganizationId(): string | undefined {
  const organization = useViewedOrganization()
  const own = useSession(({ profile }) => profile?.organizationId)
  return organization?.id ?? own
}
/** A snapshot, for work that continues after the user switches organizations. */
export const currentOrganizationId = (): string =>
  viewedOrganization()?.id ?? session.get().profile?.organizationId ?? ''

/** Limits a call to the viewed organization, if the contract lets super admins name one. */
export function inViewedOrganization(call: Call, organization = viewedOrganization()): Call {
  if (!organization) return call
  const { id } = organization
  const { method, route, path, body } = call
  if (method === 'GET' && names(route.query) && !/[?&]organizationId=/.test(path))
    return { ...call, path: `${path}${path.includes('?') ? '&' : '?'}organizationId=${id}` }
  const creates =
    method === 'POST' && names(route.body) && isRecord(body) && body.organizationId === undefined
  return creates ? { ...call, body: { ...body, organizationId: id } } : call
}

/** Whether a schema has an `organizationId` field. */
function names(schema: unknown): boolean {
  const shape = isRecord(schema) ? schema.shape : undefined
  return isRecord(shape) && 'organizationId' in shape
}
