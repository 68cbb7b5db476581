import { Button, Checkbox, Textarea } from '@mantine/core'
import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contentsOf } from '#content/storyboards/inner/sequence.ts'
import { useStories } from '#content/storyboards/inner/use-stories.ts'
import { Player } from '#content/storyboards/player/player.tsx'
import { usePlayback } from '#content/storyboards/player/use-playback.ts'
import { useDuration } from '#content/storyboards/timeline/duration.ts'
import { loopSeconds } from '#content/storyboards/timeline/timeline.ts'
import { api } from '#lib/api.ts'
import { blocking } from '#lib/overlay.ts'
import { ApiError } from '#lib/server/transport.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { pageIdOf, usePagesById } from '#queries/pages.ts'
import { storyboardsKey } from '#queries/storyboards.ts'
import { Facts } from '#ui/page/facts.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useShortcut } from '#ui/shortcuts.ts'
import styles from './approval.module.css'
import { Review } from './review.tsx'

const DONE = { approved: 'success.storyboardApproved', rejected: 'success.storyboardRejected' } as const

/** Reasons that keep a playing version from being rejected. */
const PLAYED = ['USED_IN_SCHEDULE', 'USED_IN_TAKEOVER', 'USED_ON_SCREEN', 'USED_IN_TRIGGER'] as const

const IN_DRAWER = { inDialog: true } as const

/** The reviewer's note to the author, and its setter. */
export type Note = readonly [string, (note: string) => void]

interface ApprovalProps {
  note: Note
  storyboard: Storyboard
  groups: readonly DeviceGroup[]
  onReload: () => Promise<void>
  onDecided: () => void
  /** Opens the next or previous pending storyboard. */
  onStep: (step: 1 | -1) => void
}

/** Previews a storyboard beside its details, with buttons to approve or reject it. */
export function Approval(props: ApprovalProps) {
  const { storyboard, groups, onReload, onDecided, onStep } = props
  const [note, setNote] = props.note
  const { t } = useTranslation()
  const { name, type, mode, status, approvedVersion } = storyboard
  const [items] = useState(() => storyboard.items.map((item, index) => ({ ...item, key: String(index) })))
  const stories = useStories(items)
  const inner = items.flatMap(({ storyboardId }) => stories.find(({ id }) => id === storyboardId) ?? [])
  const { pages, isPending } = usePagesById(type, [
    ...items.map(pageIdOf),
    ...inner.flatMap((story) => contentsOf(story, stories).pageIds),
  ])
  const nesting = { type, shuffle: storyboard.shuffle, stories }
  const playback = usePlayback({ items, pages, mode, nesting, autoPlay: true })
  const { size: seen } = useSeen(playback.current)
  const [known, setKnown] = useState(false)
  const { decide, problem } = useDecision(storyboard, note, onDecided)
  const isSeen = seen >= playback.count && playback.count > 0
  const mayReject = status !== 'rejected' && problem !== 'CONFLICT'
  const mayApprove = status !== 'approved' && problem !== 'CONFLICT' && (isSeen || known)
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
      <Player playback={playback} blank={t(isPending ? 'overlay.loading' : 'storyboards.gone')} />
      <Review storyboard={storyboard} />
      <StoryboardFacts storyboard={storyboard} groups={groups} />
      {status === 'pending' && approvedVersion !== null && (
        <p className={styles.note}>{t('storyboards.olderPlays')}</p>
      )}
      {problem && <ProblemBox problem={problem} onReload={onReload} />}
      <Textarea
        label={t('storyboards.note')}
        description={t('storyboards.noteText')}
        autosize
        maxRows={4}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <footer className={styles.foot}>
        {status !== 'approved' && !isSeen && (
          <Checkbox
            label={t('storyboards.iKnowIt')}
            description={t('storyboards.seen', { seen, count: playback.count })}
            checked={known}
            onChange={(event) => setKnown(event.currentTarget.checked)}
          />
        )}
        <DecisionButtons mayApprove={mayApprove} mayReject={mayReject} decide={decide} />
      </footer>
    </div>
  )
}

type Decision = 'approved' | 'rejected'
type Problem = 'CONFLICT' | (typeof PLAYED)[number]

/** Sends the decision; shows why the server rejected it. */
function useDecision({ id, version, status }: Storyboard, note: string, onDecided: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [problem, setProblem] = useState<Problem>()
  const deciding = useRef(false)
  const decide = async (decision: Decision) => {
    // Ignore a double key press, which would also decide the next storyboard.
    if (deciding.current) return
    deciding.current = true
    setProblem(undefined)
    try {
      const call = { params: { id, status: decision }, body: { version, from: status, note } }
      await blocking(() => api.storyboards.setStatus(call))
      notify({ kind: 'positive', message: t(DONE[decision]) })
      onDecided()
    } catch (error) {
      const errKey = error instanceof ApiError ? error.errKey : undefined
      const known = ['CONFLICT' as const, ...PLAYED].find((key) => key === errKey)
      if (known) setProblem(known)
      notify({ kind: 'negative', message: failureText(error, 'storyboards.statusFailed') })
    } finally {
      deciding.current = false
      void client.invalidateQueries({ queryKey: storyboardsKey })
    }
  }
  return { decide, problem }
}

function StoryboardFacts({ storyboard, groups }: Pick<ApprovalProps, 'storyboard' | 'groups'>) {
  const { t } = useTranslation()
  const duration = useDuration()
  const { type, mode, items } = storyboard
  return (
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
  )
}

/** Why the decision failed; a conflict offers the new version. */
function ProblemBox({ problem, onReload }: { problem: Problem; onReload: () => Promise<void> }) {
  const { t } = useTranslation()
  if (problem !== 'CONFLICT')
    return (
      <div className={styles.problem} role="alert">
        <span>{t(problem === 'USED_IN_SCHEDULE' ? 'storyboards.rejectScheduled' : `errKey.${problem}`)}</span>
      </div>
    )
  const showNew = () =>
    onReload().catch((error: unknown) => notify({ kind: 'negative', message: failureText(error) }))
  return (
    <div className={styles.problem} role="alert">
      <strong>{t('storyboards.changed')}</strong>
      <span>{t('storyboards.changedText')}</span>
      <Button variant="default" size="compact-sm" onClick={() => void showNew()}>
        {t('storyboards.showNew')}
      </Button>
    </div>
  )
}

interface DecisionButtonsProps {
  mayApprove: boolean
  mayReject: boolean
  decide: (decision: Decision) => Promise<void>
}

function DecisionButtons({ mayApprove, mayReject, decide }: DecisionButtonsProps) {
  const { t } = useTranslation()
  return (
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
  )
}

/** The keys of all pages that have been shown. */
function useSeen(current: string | undefined): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (current !== undefined) setSeen((before) => new Set(before).add(current))
  }, [current])
  return seen
}
