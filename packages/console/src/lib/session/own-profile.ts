import { session } from './session.ts'

/** Silent: the cached profile is used until the server responds. */
export async function refreshProfile(): Promise<void> {
  try {
    const { api } = await import('#lib/api.ts')
    const { profile } = await api.auth.profile()
    session.setProfile(profile)
  } catch {
    // An expired session has already ended itself; other failures may be temporary.
  }
}
