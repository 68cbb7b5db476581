import { SirenIcon } from '@phosphor-icons/react/dist/csr/Siren'
import type { ListedTakeover } from '@vitrine/contract/api/screens/takeovers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { changeText } from '#lib/text/change-text.ts'
import { shareOf } from '#lib/text/share-of.ts'
import { takeoversKey } from '#queries/takeovers.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './takeovers.module.css'

/** An active takeover: its content, its number of screens, and a button to end it. */
export function TakeoverBar({ takeover }: { takeover: ListedTakeover }) {
  const { t } = useTranslation()
  const mayClear = useCan('write', 'takeovers') && !takeover.isReadOnly
  const [asking, setAsking] = useState(false)
  const clear = useAction({
    write: () => api.takeovers.clear({ params: { id: takeover.id } }),
    failed: 'takeovers.clearFailed',
    done: 'takeovers.cleared',
    invalidates: [takeoversKey],
  })
  const { title, confirmed, screens, offline, startedBy, endsAt } = takeover
  const isGone = screens === 1 && offline === 1
  return (
    <section className={styles.bar} aria-label={t('takeovers.title')}>
      <SirenIcon size={20} weight="fill" aria-hidden="true" />
      <strong dir="auto">{title}</strong>
      <span role="status">
        {t(`takeovers.confirmed.${isGone ? 'offline' : shareOf(confirmed, screens)}`, {
          done: confirmed,
          screens,
        })}
        {offline > 0 && !isGone && ` · ${t('takeovers.offline', { count: offline })}`}
      </span>
      <span>
        {t('takeovers.by', {
          name: startedBy,
          time: changeText(endsAt, clock.now()),
        })}
      </span>
      {mayClear && (
        <button
          type="button"
          onClick={() => (asking ? void clear(undefined) : setAsking(true))}
          onBlur={() => setAsking(false)}
        >
          {t(asking ? 'takeovers.clearSure' : 'takeovers.clear')}
        </button>
      )}
    </section>
  )
}
