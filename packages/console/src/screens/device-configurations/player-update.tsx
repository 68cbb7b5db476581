import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PlayerUpdate } from '@vitrine/contract/api/screens/devices/player-updates'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { dateText } from '#lib/text/format.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './configurations.module.css'

/** Shares the dashboard's query key, so that changes of screens invalidate it. */
const QUERY = ['devices', 'player-update'] as const

/** The rollout of the latest player, and why it stopped. Renders nothing once all screens run it. */
export function PlayerUpdateState() {
  const { t } = useTranslation()
  const { data: update } = useQuery({
    queryKey: QUERY,
    queryFn: async ({ signal }) => (await api.playerUpdates.current({}, { signal })).update,
    refetchInterval: 60_000,
  })
  if (!update || update.status === 'ended') return null
  const { status, version, healthy, screens, open, failed, failedCount } = update
  if (status === 'running' && healthy >= screens) return null
  return (
    <section className={styles.update} data-status={status} aria-labelledby="player-update">
      <h2 id="player-update">{t('configurations.playerUpdate.title', { version })}</h2>
      <p role="status">
        {t('configurations.playerUpdate.healthy', { healthy, count: screens })}{' '}
        {open > 0 && t('configurations.playerUpdate.open', { count: open })} <Decision update={update} />
      </p>
      {failed.length > 0 && (
        <ul>
          {failed.map(({ deviceId, name, why, at }) => (
            <li key={deviceId}>
              <Link to="/app/devices/$id" params={{ id: deviceId }}>
                {name}
              </Link>
              <span>
                {t(`configurations.playerUpdate.why.${why}`)} · {dateText(at, 'moment')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {failedCount > failed.length && (
        <p>{t('configurations.playerUpdate.more', { count: failedCount - failed.length })}</p>
      )}
      <Decisions update={update} />
    </section>
  )
}

function Decision({ update: { status, decidedBy, returned } }: { update: PlayerUpdate }) {
  const { t } = useTranslation()
  if (status === 'stopped')
    return decidedBy === null
      ? t('configurations.playerUpdate.stopped')
      : t('configurations.playerUpdate.stoppedBy', { name: decidedBy })
  if (status === 'back')
    return t('configurations.playerUpdate.back', { name: decidedBy ?? '', count: returned })
  return null
}

function Decisions({ update: { id, status } }: { update: PlayerUpdate }) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices', 'everywhere')
  const decide = useAction({
    write: (decision: 'stop' | 'resume' | 'back') =>
      api.playerUpdates.decide({ params: { id }, body: { decision } }),
    done: (_, decision) => t(`configurations.playerUpdate.done.${decision}`),
    invalidates: [QUERY],
  })
  if (!mayWrite) return null
  return (
    <div className={styles.decisions}>
      {status === 'running' ? (
        <Button size="compact-sm" variant="default" onClick={() => void decide('stop')}>
          {t('configurations.playerUpdate.stop')}
        </Button>
      ) : (
        <Button size="compact-sm" variant="default" onClick={() => void decide('resume')}>
          {t('configurations.playerUpdate.resume')}
        </Button>
      )}
      {status !== 'back' && (
        <Button size="compact-sm" variant="default" onClick={() => void decide('back')}>
          {t('configurations.playerUpdate.goBack')}
        </Button>
      )}
    </div>
  )
}
