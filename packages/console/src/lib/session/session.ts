import type { Profile } from '@vitrine/contract/api/accounts/auth'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { readJson, STORED, storage, type TextStore } from '#lib/browser/storage.ts'

/** The version of the stored data; a different one drops data whose shape may have changed, never the tokens. */
export const STORED_VERSION = '1.1.0'

export interface SessionState {
  token: string | null
  refreshToken: string | null
  profile: Profile | null
  /** How the last session ended, for the login page's message. */
  ended: 'expired' | 'left' | null
  /** That session was a kiosk's, which has no password. */
  wasKiosk: boolean
}

export interface Tokens {
  token: string
  refreshToken: string
  mediaToken: string
}

const NO_COUNTS = { token: null, refreshToken: null, profile: null }

/** A session on top of a text store; the console has one (`session`), tests create their own. */
export function createSession(store: TextStore) {
  if (store.get(STORED.version) !== STORED_VERSION) {
    store.set(STORED.lookups, null)
    store.set(STORED.storyboardDraft, null)
    store.set(STORED.version, STORED_VERSION)
  }
  const state = createStore<SessionState>(() => ({ ...stored(), ended: null, wasKiosk: false }))

  function stored() {
    const profile = readJson(store, STORED.profile)
    return {
      token: store.get(STORED.token),
      refreshToken: store.get(STORED.refreshToken),
      profile: looksLikeProfile(profile) ? profile : null,
    }
  }

  function keep(next: Partial<SessionState>) {
    if (next.token !== undefined) store.set(STORED.token, next.token)
    if (next.refreshToken !== undefined) store.set(STORED.refreshToken, next.refreshToken)
    if (next.profile !== undefined)
      store.set(STORED.profile, next.profile === null ? null : JSON.stringify(next.profile))
    state.setState(next)
  }

  function reload() {
    const next = stored()
    const { token, profile } = state.getState()
    if (token && profile && next.profile && next.profile.id !== profile.id)
      return state.setState({ ...NO_COUNTS, ended: 'left', wasKiosk: false })
    const ended = state.getState().token && !next.token ? 'left' : state.getState().ended
    state.setState({ ...next, ended })
  }

  return {
    state,
    get: state.getState,
    /** The token for calls: the stored one, even if this tab missed the storage event. */
    token: () => {
      if (store.get(STORED.token) !== state.getState().token) reload()
      return state.getState().token
    },
    signIn: (answer: { token: string; refreshToken: string; profile: Profile }) =>
      keep({
        token: answer.token,
        refreshToken: answer.refreshToken,
        profile: answer.profile,
        ended: null,
        wasKiosk: false,
      }),
    renew({ token, refreshToken, mediaToken }: Tokens) {
      const { profile } = state.getState()
      keep({ token, refreshToken, profile: profile && { ...profile, mediaToken } })
    },
    /** Drop a response that arrives after its session has ended. */
    setProfile(profile: Profile) {
      const { token, profile: known } = state.getState()
      if (token && (known === null || known.id === profile.id)) keep({ profile })
    },
    /** The organization requires a second factor since the profile was read. */
    requireSecondFactor() {
      const { profile } = state.getState()
      if (profile && !profile.mustSetSecondFactor)
        keep({ profile: { ...profile, mustSetSecondFactor: true } })
    },
    end(ended: 'expired' | 'left') {
      // Only once: calls in flight at the logout return after the session has ended.
      if (!state.getState().token) return
      store.set(STORED.lookups, null)
      // Keep the user's own draft for the next login; remove those of others.
      const draft = readJson(store, STORED.storyboardDraft) as { userId?: unknown } | null
      const { profile } = state.getState()
      if (profile && draft?.userId !== profile.id) store.set(STORED.storyboardDraft, null)
      keep({ ...NO_COUNTS, ended, wasKiosk: profile?.kiosk === true })
    },
    /**
     * Applies another tab's changes: a new token, or a logout. If another user is logged in there, this session ends
     * first and deletes its data; then call it again.
     */
    reload,
  }
}
export type Session = ReturnType<typeof createSession>

/** Nothing but the profile is open. A profile that an older console stored doesn't say. */
export const mustSetSecondFactor = (profile: Profile | null): boolean => profile?.mustSetSecondFactor === true

const looksLikeProfile = (value: unknown): value is Profile =>
  typeof value === 'object' && value !== null && 'id' in value && 'role' in value && 'organizationId' in value

export const session: Session = createSession(storage)

/** Syncs the session with other tabs. */
export function followOtherTabs(): void {
  const watched: (string | null)[] = [STORED.token, STORED.refreshToken, STORED.profile, null]
  window.addEventListener('storage', (event) => {
    if (watched.includes(event.key)) session.reload()
  })
}

export const useSession = <T>(select: (state: SessionState) => T): T => useStore(session.state, select)
