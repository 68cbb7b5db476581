import { Drawer, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Coming, ComingPlay } from '@vitrine/contract/api/screens/coming'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { useFileUrl } from '#lib/files.ts'
import { dateText } from '#lib/text/format.ts'
import { PageOf } from '#pictures/pages/page-thumb.tsx'
import { comingQuery } from '#queries/coming.ts'
import { devicesQuery } from '#queries/devices.ts'
import { FailedList } from '#ui/page/failed-list.tsx'
import styles from './coming.module.css'
import { comingReasons } from './coming-text.ts'

interface ComingDrawerProps {
  opened: boolean
  onClose: () => void
  /** Exactly one screen, or the screens of a group to choose from; without either, all screens. */
  deviceId?: string | undefined
  groupId?: string | undefined
  /** As if the screen played the saved draft of this storyboard. */
  storyboardId?: string | undefined
}

/** What a screen really plays in the next hour: a strip of pictures, and a list with times and reasons. */
export function ComingDrawer({ opened, onClose, ...of }: ComingDrawerProps) {
  const { t } = useTranslation()
  return (
    <Drawer opened={opened} onClose={onClose} title={t('coming.title')} position="right" size={640}>
      {opened && <ComingView {...of} />}
    </Drawer>
  )
}

/** Options drawn; the search finds the others. */
const SHOWN = 50

function ComingView({ deviceId, groupId, storyboardId }: Omit<ComingDrawerProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation()
  const [from] = useState(() => clock.now())
  const [chosen, setChosen] = useState<string | null>()
  const { data: devices } = useQuery({ ...devicesQuery(), enabled: deviceId === undefined })
  const offered = (devices ?? []).filter(
    (device) => groupId === undefined || device.deviceGroupId === groupId,
  )
  const screen = deviceId ?? chosen ?? offered[0]?.id
  const waits = deviceId === undefined && devices === undefined
  const query = useQuery({
    ...comingQuery({ deviceId: screen, groupId, storyboardId, from }),
    enabled: !waits && (screen !== undefined || groupId !== undefined),
  })
  return (
    <div className={styles.coming}>
      {deviceId === undefined && offered.length > 0 && (
        <Select
          label={t('coming.screen')}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={screen ?? null}
          onChange={setChosen}
          limit={SHOWN}
          searchable
          allowDeselect={false}
        />
      )}
      {!waits && screen === undefined && (
        <p className={styles.note}>
          {t(groupId === undefined ? 'coming.noScreen' : 'coming.noScreenInGroup')}
        </p>
      )}
      {query.isError && <FailedList error={query.error} retry={() => void query.refetch()} />}
      {query.data && <ComingList coming={query.data} />}
    </div>
  )
}

function ComingList({ coming: { plays, until, timezone } }: { coming: Coming }) {
  const { t } = useTranslation()
  const timeOf = (at: number) => dateText(at, 'timeOfSecond', timezone)
  const shown = plays.filter(({ page }) => page !== null)
  return (
    <>
      <p className={styles.note}>
        {t('coming.until', { time: dateText(until, 'moment', timezone) })}{' '}
        {plays.some(({ isConditional }) => isConditional) && t('coming.conditions')}
      </p>
      <div className={styles.strip} aria-hidden="true" dir="ltr">
        {shown.slice(0, 60).map((play) => (
          <Picture key={play.start} play={play} />
        ))}
      </div>
      <ol className={styles.plays} aria-label={t('coming.title')}>
        {plays.map((play) => (
          <li key={play.start}>
            <Picture play={play} />
            <span className={styles.words}>
              <strong dir="auto">
                {play.page ? play.page.name || t('coming.otherPage') : t('coming.nothing')}
              </strong>
              <time dateTime={new Date(play.start).toISOString()}>
                <bdi>{timeOf(play.start)}</bdi>
                {play.end !== null &&
                  ` · ${t('coming.seconds', { count: Math.round((play.end - play.start) / 1000) })}`}
              </time>
              <span className={styles.note}>{comingReasons(t, play, timezone).join(' · ')}</span>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function Picture({ play: { page } }: { play: ComingPlay }) {
  const fileUrl = useFileUrl()
  return (
    <span className={styles.picture}>
      {page?.thumbnailId ? (
        <img
          src={fileUrl(`/thumbnail/download/${page.thumbnailId}`)}
          alt=""
          loading="lazy"
          draggable={false}
        />
      ) : (
        page?.name && <PageOf id={page.id} />
      )}
    </span>
  )
}
