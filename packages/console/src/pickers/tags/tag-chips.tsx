import styles from './tags.module.css'

const CHIPS = 3

/** A thing's tags in a list. */
export function TagChips({
  tags = [],
  most = CHIPS,
}: {
  tags?: readonly string[] | undefined
  most?: number
}) {
  const shown = tags.length > most ? tags.slice(0, most - 1) : tags
  const more = tags.length - shown.length
  if (tags.length === 0) return null
  return (
    <span className={styles.chips} data-whole={most > CHIPS || undefined} title={tags.join(', ')}>
      {shown.map((tag) => (
        <span key={tag}>
          <bdi>{tag}</bdi>
        </span>
      ))}
      {more > 0 && <span>+{more}</span>}
    </span>
  )
}
