/** Levels of lists and objects: our own documents have about ten. */
const LEVELS_MAX = 100
const [QUOTE, BACKSLASH, LIST, OBJECT] = [0x22, 0x5c, 0x5b, 0x7b]
const [LIST_END, OBJECT_END] = [0x5d, 0x7d]

/**
 * Whether a text of JSON is nested so deeply that whoever walks through its value, screens with small stacks included,
 * may run out of stack. Reading it is no problem by itself.
 */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * LEVELS_MAX) return false
  let level = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE)
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++)
        at += text.charCodeAt(at) === BACKSLASH ? 1 : 0
    else if (code === LIST || code === OBJECT) level++
    else if (code === LIST_END || code === OBJECT_END) level--
    if (level > LEVELS_MAX) return true
  }
  return false
}
