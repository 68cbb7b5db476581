import type { Texts } from './texts.ts'

const FROM = 'abcdefghijklmnopqrstuvwxyz'
const TO = 'ابصدعفغهيجكلمنوپقرستثڤوخيز'

/** Replaces letters with Arabic ones, except in placeholders such as `%{name}`. */
export function pseudoRtl(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? text.replace(/%\{\w+\}|[a-z]/gi, letter) : pseudoRtl(text),
    ]),
  )
}

const letter = (found: string) =>
  found.length > 1 ? found : (TO[FROM.indexOf(found.toLowerCase())] ?? found)
