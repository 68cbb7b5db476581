import { Button, Checkbox } from '@mantine/core'
import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Storyboard } from '@vitrine/contract/api/storyboards'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Player } from '#features/storyboards/player/player.tsx'
import { usePlayback } from '#features/storyboards/player/use-playback.ts'
import { storyboardsKey } from '#features/storyboards/queries.ts'
import { useDuration } from '#features/storyboards/timeline/duration.ts'
import { loopSeconds } from '#features/storyboards/timeline/timeline.ts'
import { usePages } from '#features/storyboards/use-pages.ts'
import { api } from '#lib/api.ts'
import { blocking } from '#lib/overlay.ts'
import { ApiError } from '#lib/server/transport.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { Facts } from '#ui/page/facts.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useShortcut } from '#ui/shortcuts.ts'
import styles from './approval.module.css'

const DONE = { approved: 'success.storyboardApproved', rejected: 'success.storyboardRejected' } as const

/** Why a version that plays can't be rejected. */
const PLAYED = ['USED_IN_SCHEDULE', 'USED_IN_TAKEOVER', 'USED_ON_SCREEN'] as const

const IN_DRAWER = { inDialog: true } as const

interface ApprovalProps {
  storyboard: Storyboard
  groups: readonly DeviceGroup[]
  onReload: () => Promise<void>
  onDecided: () => void
  /** To the next or the previous one that waits. */
  onStep: (step: 1 | -1) => void
}

/** A storyboard at play with what is known of it, and the two answers. */
export function Approval({ storyboard, groups, onReload, onDecided, onStep }: ApprovalProps) {
  const { t } = useTranslation()
  const duration = useDuration()
  const { id, name, type, mode, status, version, approvedVersion } = storyboard
  const [items] = useState(() => storyboard.items.map((item, index) => ({ ...item, key: String(index) })))
  const pages = usePages(type)
  const playback = usePlayback({ items, pages: pages.data ?? new Map(), mode, autoPlay: true })
  const seen = useSeen(playback.current)
  const [known, setKnown] = useState(false)
  const [problem, setProblem] = useState<'CONFLICT' | (typeof PLAYED)[number]>()

  const client = useQueryClient()
  const deciding = useRef(false)
  const decide = async (decision: 'approved' | 'rejected') => {
    // The second press of a key would be for the next one.
    if (deciding.current) return
    deciding.current = true
    setProblem(undefined)
    try {
      const call = { params: { id, status: decision }, body: { version } }
      await blocking(() => api.storyboards.setStatus(call))
      notify({ kind: 'positive', message: t(DONE[decision]) })
      onDecided()
    } catch (error) {
      const errKey = error instanceof ApiError ? error.errKey : undefined
      const known = ['CONFLICT' as const, ...PLAYED].find((key) => key === errKey)
      if (known) setProblem(known)
      else notify({ kind: 'negative', message: failureText(error, 'storyboards.statusFailed') })
    } finally {
      deciding.current = false
      void client.invalidateQueries({ queryKey: storyboardsKey })
    }
  }
  const showNew = () =>
    onReload().catch((error: unknown) => notify({ kind: 'negative', message: failureText(error) }))
  const all = seen.size >= playback.count && playback.count > 0
  const mayReject = status !== 'rejected' && problem !== 'CONFLICT'
  const mayApprove = status !== 'approved' && problem !== 'CONFLICT' && (all || known)
  useShortcut('a', mayApprove ? () => void decide('approved') : undefined, IN_DRAWER)
  useShortcut('r', mayReject ? () => void decide('rejected') : undefined, IN_DRAWER)
  useShortcut('j', () => onStep(1), IN_DRAWER)
  useShortcut('k', () => onStep(-1), IN_DRAWER)
  return (
    <div className={styles.approval}>
      <header className={styles.head}>
        <h3>{name}</h3>
        <StatusChip status={status} />
      </header>
      <Player playback={playback} blank={t(pages.isPending ? 'overlay.loading' : 'storyboards.gone')} />
      <Facts>
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
      </Facts>
      {status === 'pending' && approvedVersion !== null && (
        <p className={styles.note}>{t('storyboards.olderPlays')}</p>
      )}
      {problem === 'CONFLICT' && (
        <div className={styles.problem} role="alert">
          <strong>{t('storyboards.changed')}</strong>
          <span>{t('storyboards.changedText')}</span>
          <Button variant="default" size="compact-sm" onClick={() => void showNew()}>
            {t('storyboards.showNew')}
          </Button>
        </div>
      )}
      {problem !== undefined && problem !== 'CONFLICT' && (
        <div className={styles.problem} role="alert">
          <span>
            {t(problem === 'USED_IN_SCHEDULE' ? 'storyboards.rejectScheduled' : `errKey.${problem}`)}
          </span>
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
            aria-keyshortcuts="r"
            disabled={!mayReject}
            onClick={() => void decide('rejected')}
          >
            {t('storyboards.reject')}
          </Button>
          <Button
            size="md"
            leftSection={<CheckIcon size={16} aria-hidden="true" />}
            aria-keyshortcuts="a"
            disabled={!mayApprove}
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
