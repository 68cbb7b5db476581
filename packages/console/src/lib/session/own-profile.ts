import { session } from './session.ts'

/** Silent: the profile in local storage does until the server has answered. */
export async function refreshProfile(): Promise<void> {
  try {
    const { api } = await import('#lib/api.ts')
    const { profile } = await api.auth.profile()
    session.setProfile(profile)
  } catch {
    // An expired session has ended itself; other failures may be temporary.
  }
}
