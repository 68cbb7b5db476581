const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as HTML shows it, also between the quotes of an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
