import type { Call } from '@vitrine/contract/client'
import { isRecord } from '@vitrine/contract/record'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { readJson, STORED, storage } from '#lib/browser/storage.ts'
import { session, useSession } from './session.ts'

/** An organization that a super admin works in for a while. */
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

/** `null`: all organizations again. */
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

/** The organization for new things: the viewed one, or the user's own. */
export function useOrganizationId(): string | undefined {
  const organization = useViewedOrganization()
  const own = useSession(({ profile }) => profile?.organizationId)
  return organization?.id ?? own
}
/** A snapshot, for work that continues while the user views another organization. */
export const currentOrganizationId = (): string =>
  viewedOrganization()?.id ?? session.get().profile?.organizationId ?? ''

/** The call, bound to the organization that is looked at wherever the contract lets a super admin name one. */
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

/** Whether a schema has the field `organizationId`. */
function names(schema: unknown): boolean {
  const shape = isRecord(schema) ? schema.shape : undefined
  return isRecord(shape) && 'organizationId' in shape
}
