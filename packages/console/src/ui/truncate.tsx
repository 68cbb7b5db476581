/** The maximum length of names by place, in characters. */
export const SHOWN = { folder: 8, mediaCard: 15, mediaList: 12 } as const

/** The first `length` characters with an ellipsis; shorter text is unchanged. */
export function truncate(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : text
}

/** A visually truncated name; the tooltip and screen readers get all of it. */
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
