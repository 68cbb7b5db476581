import { useQuery } from '@tanstack/react-query'
import type { UsedBy } from '@vitrine/contract/errors'
import { useTranslation } from 'react-i18next'
import { mediaUsesQuery } from '#features/media/queries.ts'
import { listText } from '#lib/text/format.ts'
import styles from './replacing.module.css'
import { UsesList } from './uses-list.tsx'

/** More names than these say nothing. */
const NAMED = 5

/** Where a media item is shown: what names it, as links, then storyboards and screens. */
export function MediaUses({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(mediaUsesQuery(id))
  if (!data) return null
  const { usedIn, storyboards, screens } = data
  const names = ({ first, total }: { first: readonly UsedBy[]; total: number }) => {
    const shown = first.slice(0, total > NAMED ? NAMED - 1 : NAMED).map(({ name }) => name)
    const count = total - shown.length
    return listText(count > 0 ? [...shown, t('media.replace.more', { count })] : shown)
  }
  return (
    <div className={styles.uses}>
      {usedIn.length > 0 && <UsesList usedIn={usedIn.slice(0, NAMED)} />}
      {storyboards.total > 0 && (
        <p>{t('media.replace.storyboards', { count: storyboards.total, names: names(storyboards) })}</p>
      )}
      <p>
        {screens.total > 0
          ? t('media.replace.screens', { count: screens.total, names: names(screens) })
          : t('media.replace.unused')}
      </p>
    </div>
  )
}
