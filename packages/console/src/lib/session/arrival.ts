interface Note {
  title: string
  text: string
}

let email = ''
let note: Note | null = null

/** Passed from other screens to the login page: a typed address, and a message to show once. */
export const arrival = {
  email: (): string => email,
  keepEmail(typed: string): void {
    email = typed.trim()
  },
  note: (): Note | null => note,
  keepNote(next: Note | null): void {
    note = next
  },
}
