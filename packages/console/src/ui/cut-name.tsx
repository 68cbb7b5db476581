import styles from './cut-name.module.css'
import { splitName } from './split-name.ts'

/** A name on one line that truncates in the middle; the tooltip has all of it. */
export function CutName({ text }: { text: string }) {
  const [start, end] = splitName(text)
  return (
    <bdi className={styles.name} title={text}>
      <span aria-hidden={end ? true : undefined}>{start}</span>
      {end && <span aria-hidden="true">{end}</span>}
      {end && <span className="visually-hidden">{text}</span>}
    </bdi>
  )
}
