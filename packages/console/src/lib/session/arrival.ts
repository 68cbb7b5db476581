interface Note {
  title: string
  text: string
}

let email = ''
let note: Note | null = null
let place: string | null = null

/**
 * Passed from other screens to the login: a typed address, a message to show once, and the path that the login
 * interrupted.
 */
export const arrival = {
  email: (): string => email,
  keepEmail(typed: string): void {
    email = typed.trim()
  },
  note: (): Note | null => note,
  keepNote(next: Note | null): void {
    note = next
  },
  place: (): string | null => place,
  /** Forgets any other path than a screen of the console: an open redirect, or the dashboard, where logins lead anyway. */
  keepPlace(path: string | null): void {
    const isScreen = path !== null && /^\/app\/(?!dashboard$)[^\s\\]+$/.test(path) && !path.includes('//')
    place = isScreen ? path : null
  },
}
