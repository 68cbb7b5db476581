import { Button, Checkbox, Drawer } from '@mantine/core'
import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeviceGroup } from '@vitrine/contract/device-groups'
import type { Storyboard } from '@vitrine/contract/storyboards'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { failureText } from '#lib/error-text.ts'
import { blocking } from '#lib/overlay.ts'
import { notify } from '#lib/toasts.ts'
import { ApiError } from '#lib/transport.ts'
import { RecordView } from '#ui/record-view.tsx'
import { StatusChip } from '#ui/status.tsx'
import styles from './approval.module.css'
import { useDuration } from './duration.ts'
import { Player } from './player.tsx'
import { judgedStoryboardQuery, storyboardsKey } from './queries.ts'
import { loopSeconds } from './timeline.ts'
import { usePages } from './use-pages.ts'
import { usePlayback } from './use-playback.ts'

const DONE = { approved: 'success.storyboardApproved', rejected: 'success.storyboardRejected' } as const

interface ApprovalDrawerProps {
  /** The storyboard that is judged; without one the drawer is shut. */
  id: string | undefined
  groupsOf: (id: string) => readonly DeviceGroup[]
  onClose: () => void
  /** After approving or rejecting it, e.g. to go on to the next one. */
  onDecided: (id: string) => void
}

/** See it play, then approve or reject what was seen. */
export function ApprovalDrawer({ id, groupsOf, onClose, onDecided }: ApprovalDrawerProps) {
  const { t } = useTranslation()
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title={t('storyboards.review')} size={560}>
      {id && (
        <Judged key={id} id={id}>
          {(storyboard, reload) => (
            <Approval
              storyboard={storyboard}
              groups={groupsOf(id)}
              onReload={reload}
              onDecided={() => onDecided(id)}
            />
          )}
        </Judged>
      )}
    </Drawer>
  )
}

interface JudgedProps {
  id: string
  children: (storyboard: Storyboard, reload: () => void) => ReactNode
}

function Judged({ id, children }: JudgedProps) {
  return <RecordView query={useQuery(judgedStoryboardQuery(id))}>{children}</RecordView>
}

interface ApprovalProps {
  storyboard: Storyboard
  groups: readonly DeviceGroup[]
  onReload: () => void
  onDecided: () => void
}

function Approval({ storyboard, groups, onReload, onDecided }: ApprovalProps) {
  const { t } = useTranslation()
  const duration = useDuration()
  const { id, name, type, mode, status, version, approvedVersion } = storyboard
  const [items] = useState(() => storyboard.items.map((item, index) => ({ ...item, key: String(index) })))
  const pages = usePages(type)
  const playback = usePlayback({ items, pages: pages.data ?? new Map(), mode, autoPlay: true })
  const seen = useSeen(playback.current)
  const [known, setKnown] = useState(false)
  const [problem, setProblem] = useState<'CONFLICT' | 'USED_IN_SCHEDULE'>()

  const client = useQueryClient()
  const decide = async (decision: 'approved' | 'rejected') => {
    setProblem(undefined)
    try {
      const call = { params: { id, status: decision }, body: { version } }
      await blocking(() => api.storyboards.setStatus(call))
      notify({ kind: 'positive', message: t(DONE[decision]) })
      onDecided()
    } catch (error) {
      const errKey = error instanceof ApiError ? error.errKey : undefined
      if (errKey === 'CONFLICT' || errKey === 'USED_IN_SCHEDULE') setProblem(errKey)
      else notify({ kind: 'negative', message: failureText(error, 'storyboards.statusFailed') })
    } finally {
      void client.invalidateQueries({ queryKey: storyboardsKey })
    }
  }
  const all = seen.size >= playback.count && playback.count > 0
  return (
    <div className={styles.approval}>
      <header className={styles.head}>
        <h3>{name}</h3>
        <StatusChip status={status} />
      </header>
      <Player playback={playback} blank={t(pages.isPending ? 'overlay.loading' : 'storyboards.gone')} />
      <dl className={styles.facts}>
        <dt>{t('storyboards.type')}</dt>
        <dd>{t(`storyboards.types.${type}`)}</dd>
        <dt>{t('storyboards.mode')}</dt>
        <dd>{t(`storyboards.modes.${mode}`)}</dd>
        <dt>{t('storyboards.length')}</dt>
        <dd>{t('storyboards.total', { count: items.length, time: duration(loopSeconds(items)) })}</dd>
        <dt>{t('storyboards.playsIn')}</dt>
        <dd>
          {groups.length === 0 && t('storyboards.playsNowhere')}
          {groups.map((group, index) => (
            <span key={group.id}>
              {index > 0 && ', '}
              <Link to="/app/device-group/storyboard/$id" params={{ id: group.id }}>
                {group.name}
              </Link>
            </span>
          ))}
        </dd>
      </dl>
      {status === 'pending' && approvedVersion !== null && (
        <p className={styles.note}>{t('storyboards.olderPlays')}</p>
      )}
      {problem === 'CONFLICT' && (
        <div className={styles.problem} role="alert">
          <strong>{t('storyboards.changed')}</strong>
          <span>{t('storyboards.changedText')}</span>
          <Button variant="default" size="compact-sm" onClick={onReload}>
            {t('storyboards.showNew')}
          </Button>
        </div>
      )}
      {problem === 'USED_IN_SCHEDULE' && (
        <div className={styles.problem} role="alert">
          <span>{t('storyboards.rejectScheduled')}</span>
        </div>
      )}
      <footer className={styles.foot}>
        {status !== 'approved' && !all && (
          <Checkbox
            label={t('storyboards.iKnowIt')}
            description={t('storyboards.seen', { seen: seen.size, count: playback.count })}
            checked={known}
            onChange={(event) => setKnown(event.currentTarget.checked)}
          />
        )}
        <div className={styles.buttons}>
          <Button
            variant="default"
            size="md"
            leftSection={<XIcon size={16} aria-hidden="true" />}
            disabled={status === 'rejected' || problem === 'CONFLICT'}
            onClick={() => void decide('rejected')}
          >
            {t('storyboards.reject')}
          </Button>
          <Button
            size="md"
            leftSection={<CheckIcon size={16} aria-hidden="true" />}
            disabled={status === 'approved' || problem === 'CONFLICT' || !(all || known)}
            onClick={() => void decide('approved')}
          >
            {t('storyboards.approve')}
          </Button>
        </div>
      </footer>
    </div>
  )
}

/** The keys of everything that has been on the stage. */
function useSeen(current: string | undefined): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (current !== undefined) setSeen((before) => new Set(before).add(current))
  }, [current])
  return seen
}
