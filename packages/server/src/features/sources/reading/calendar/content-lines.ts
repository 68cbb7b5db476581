/** `NAME:value` or `NAME;PARAMETER=…:value`. */
const CONTENT = /^[\w-]+[;:]/
/** Text properties, which some programs forget to fold. */
const TEXTS = /^(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT)[;:]/i

/**
 * The parseable lines of an iCalendar file. A line without a property continues the text before it, as an unescaped
 * line break; elsewhere it is dropped, so that it doesn't hide the events.
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
