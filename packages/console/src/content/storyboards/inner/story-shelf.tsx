import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import type { Storyboard, StoryboardType } from '@vitrine/contract/api/content/storyboards'
import { searchKey } from '@vitrine/contract/search-key'
import { useTranslation } from 'react-i18next'
import styles from '#content/storyboards/timeline/page-shelf.module.css'
import { type Size, sameSize } from '#content/storyboards/timeline/timeline.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { InnerPicture } from './inner-picture.tsx'

interface StoryShelfProps {
  type: StoryboardType
  size: Size | undefined
  organizationId: string | undefined
  /** The storyboard that is edited, which can't be inside itself. */
  ownId: string | undefined
  search: string
  onAdd: (story: Storyboard) => void
}

/** Storyboards to play inside this one, of its type and size. */
export function StoryShelf({ type, size, organizationId, ownId, search, onAdd }: StoryShelfProps) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(storyboardsQuery())
  const fits = (story: Storyboard) =>
    story.type === type &&
    story.id !== ownId &&
    !story.madeFor &&
    (organizationId === undefined || story.organizationId === organizationId) &&
    (!size || sameSize(story, size)) &&
    searchKey(story.name).includes(searchKey(search))
  const found = data.filter(fits)
  if (found.length === 0) return <p className={styles.note}>{t('storyboards.noStories')}</p>
  return (
    <ul className={styles.pages}>
      {found.map((story) => (
        <li key={story.id}>
          <div className={styles.page}>
            <InnerPicture story={story} stories={data} />
            <span className={styles.name}>
              <span title={story.name} dir="auto">
                {story.name}
              </span>
              <PlusIcon size={16} aria-hidden="true" />
            </span>
            <button
              type="button"
              className={styles.press}
              aria-label={t('storyboards.addPage', { name: story.name })}
              onClick={() => onAdd(story)}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
