import { loadChunk } from '#lib/server/load-chunk.ts'

/** In the tab only: another tab's login at the provider must not be finished here. */
const KEY = 'providerLogin'

interface Kept {
  state: string
  ticket: string
}

/** Goes to the provider of the address's organization, or of the named one. Throws ApiError. */
export async function beginProvider(who: { email: string } | { organizationId: string }): Promise<void> {
  const { api } = await loadChunk(() => import('#lib/api.ts'))
  const { address, state, ticket } = await api.providerLogin.begin({ body: who })
  window.sessionStorage.setItem(KEY, JSON.stringify({ state, ticket } satisfies Kept))
  window.location.assign(address)
}

/** The ticket that this tab kept for an answer of the provider; once. */
export function ticketFor(answer: string): string | undefined {
  try {
    const { state, ticket } = JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    window.sessionStorage.removeItem(KEY)
    return state !== undefined && new URLSearchParams(answer).get('state') === state ? ticket : undefined
  } catch {
    return undefined
  }
}
