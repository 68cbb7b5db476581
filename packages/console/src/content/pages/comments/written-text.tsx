import type { Written } from '@vitrine/contract/api/content/comments'
import { useMemo } from 'react'
import styles from './comments.module.css'

/** Only these schemes become links; a sentence's last mark isn't part of one. */
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g

/** A part of a text, and where it begins. */
type Place = readonly [at: number, part: string]

/** Splits a text at the places that were found in it. */
function* pieces(text: string, places: Iterable<Place>) {
  let done = 0
  for (const [at, part] of places) {
    if (at > done) yield { text: text.slice(done, at), isMatch: false, at: done }
    yield { text: part, isMatch: true, at }
    done = at + part.length
  }
  if (done < text.length) yield { text: text.slice(done), isMatch: false, at: done }
}

const linksIn = (text: string): Place[] => [...text.matchAll(LINK)].map(({ 0: link, index }) => [index, link])

/** Where several names begin, the first of them counts. */
function* namesIn(text: string, names: readonly string[]): Generator<Place> {
  for (let at = text.indexOf('@'), next = 0; at >= 0; at = text.indexOf('@', next)) {
    const name = names.find((each) => text.startsWith(each, at))
    if (name) yield [at, name]
    next = at + (name?.length ?? 1)
  }
}

/** Plain text with links, and the mentioned people in bold. */
export function WrittenText({ text, mentions }: Pick<Written, 'text' | 'mentions'>) {
  const drawn = useMemo(() => {
    const names = mentions.map(({ name }) => `@${name}`).sort((a, b) => b.length - a.length)
    return [...pieces(text, linksIn(text))].map(({ text: piece, isMatch, at }) =>
      isMatch ? (
        <a key={at} href={piece} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
          {piece}
        </a>
      ) : (
        <span key={at}>
          {[...pieces(piece, namesIn(piece, names))].map((part) =>
            part.isMatch ? <strong key={part.at}>{part.text}</strong> : part.text,
          )}
        </span>
      ),
    )
  }, [text, mentions])
  return (
    <p className={styles.text} dir="auto">
      {drawn}
    </p>
  )
}
