import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listText } from '#lib/text/format.ts'
import { mediaUsesQuery } from '#queries/media.ts'
import styles from './replacing.module.css'
import { UsesList } from './uses-list.tsx'

/** Names listed before the rest is counted. */
const NAMED = 5

/** Lists the pages that use a media item, their storyboards, and the screens that play them, with pictures. */
export function MediaUses({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(mediaUsesQuery(id))
  if (!data) return null
  const { usedIn, storyboards, screens } = data
  const uses = [...usedIn.slice(0, NAMED), ...storyboards.first.slice(0, NAMED)]
  const more = usedIn.length + storyboards.total - uses.length
  const names = screens.first.slice(0, screens.total > NAMED ? NAMED - 1 : NAMED).map(({ name }) => name)
  const others = screens.total - names.length
  return (
    <div className={styles.uses}>
      {uses.length > 0 && (
        <>
          <h3>{t('media.replace.uses')}</h3>
          <UsesList usedIn={uses} />
          {more > 0 && <p>{t('media.replace.andMore', { count: more })}</p>}
        </>
      )}
      <p>
        {screens.total > 0
          ? t('media.replace.screens', {
              count: screens.total,
              names: listText(others > 0 ? [...names, t('media.replace.more', { count: others })] : names),
            })
          : t('media.replace.unused')}
      </p>
    </div>
  )
}
