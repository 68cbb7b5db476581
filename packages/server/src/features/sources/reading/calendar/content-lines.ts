/** `NAME:value` or `NAME;PARAMETER=…:value`. */
const CONTENT = /^[\w-]+[;:]/
/** What people type, and some programs forget to fold. */
const TEXTS = /^(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT)[;:]/i

/**
 * The lines of an iCalendar file that can be read. One that isn't a property continues the text before it, as a line
 * break that was not escaped; elsewhere it is left out, so that it doesn't hide the events.
 */
export function contentLines(text: string): string {
  const kept: string[] = []
  let isText = false
  for (const line of text.split(/\r\n?|\n/)) {
    if (CONTENT.test(line)) {
      kept.push(line)
      isText = TEXTS.test(line)
    } else if (/^[ \t]/.test(line) && kept.length > 0) kept.push(line)
    else if (line !== '' && isText) kept.push(` \\n${line}`)
  }
  return kept.join('\r\n')
}
