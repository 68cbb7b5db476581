import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { PageOf } from '#pictures/pages/page-thumb.tsx'
import styles from './inner.module.css'
import { contentsOf } from './sequence.ts'

const STACKED = 3

/** A stack of the first pages of a storyboard. Unlabeled, because its name is shown next to it. */
export function InnerPicture({ story, stories }: { story: Storyboard; stories: readonly Storyboard[] }) {
  const { type, width, height } = story
  const first = [...new Set(contentsOf(story, stories).pageIds)].slice(0, STACKED)
  return (
    <span className={styles.stack} data-pages={first.length}>
      {first.toReversed().map((id) => (
        <span key={id} className={styles.sheet}>
          <PageOf type={type} id={id} width={width} height={height} />
        </span>
      ))}
    </span>
  )
}
