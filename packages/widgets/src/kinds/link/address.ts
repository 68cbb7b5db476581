/** The address of a link as typed by a person; `undefined` for anything that is no web page. */
export function webAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
  } catch {
    return undefined
  }
}
