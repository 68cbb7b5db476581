/** What a check found: a sentence, and whether someone must act. */
export interface Finding {
  ok: boolean
  text: string
}
export const good = (text: string): Finding => ({ ok: true, text })
export const bad = (text: string): Finding => ({ ok: false, text })
