interface Note {
  title: string
  text: string
}

let email = ''
let note: Note | null = null

/** What other screens leave for the login page: the address that was typed there, and a message to show once. */
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
