/** How many characters of a name are shown where. */
export const SHOWN = { folder: 8, mediaCard: 15, mediaList: 12 } as const

/** The first `length` characters and an ellipsis; a text that fits is not cut. */
export function truncate(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : text
}

/** A name that may be cut for the eye; the whole of it is in the tooltip and for screen readers. */
export function Truncated({ text, length }: { text: string; length: number }) {
  const short = truncate(text, length)
  if (short === text) return <bdi>{text}</bdi>
  return (
    <bdi title={text}>
      <span aria-hidden="true">{short}</span>
      <span className="visually-hidden">{text}</span>
    </bdi>
  )
}
