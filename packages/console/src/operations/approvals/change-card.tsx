import { Button, Checkbox } from '@mantine/core'
import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { useQuery } from '@tanstack/react-query'
import type { WaitingChange } from '@vitrine/contract/api/operations/approvals'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenComments } from '#content/pages/comments/open-comments.tsx'
import { useSeen } from '#lib/browser/use-seen.ts'
import { clock } from '#lib/clock.ts'
import { agoText } from '#lib/text/ago.ts'
import { dateText, listText } from '#lib/text/format.ts'
import { useNow } from '#lib/use-now.ts'
import { changeQuery } from '#queries/approvals.ts'
import styles from './approvals.module.css'
import { SidePicture } from './side-picture.tsx'

interface ChangeCardProps {
  change: WaitingChange
  mayDecide: boolean
  isChosen: boolean
  onChoose: (chosen: boolean) => void
  /** Called with the state that the pictures show. */
  onSeen: (state: string | undefined) => void
  onApprove: () => void
  onReject: () => void
}

/** A change with both pictures. What isn't drawn yet can't be approved. */
export function ChangeCard({ change, mayDecide, isChosen, onChoose, onSeen, ...decide }: ChangeCardProps) {
  const { t } = useTranslation()
  const card = useRef<HTMLLIElement>(null)
  const isNear = useSeen(card)
  const { id, name, kind, isOwn, changedAt } = change
  const { data, isError } = useQuery({ ...changeQuery(id, changedAt), enabled: isNear })
  const report = useRef(onSeen)
  report.current = onSeen
  const state = data?.state
  useEffect(() => report.current(state), [state])
  const may = mayDecide && !isOwn && state !== undefined
  return (
    <li ref={card} className={styles.change} aria-label={name}>
      <header className={styles.head}>
        {mayDecide && (
          <Checkbox
            aria-label={t('approvals.choose', { name })}
            checked={isChosen}
            disabled={!may}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <span className={styles.kind}>
          {t(`approvals.kinds.${kind}`)} · {t(`approvals.changes.${change.change}`)}
        </span>
      </header>
      <Words change={change} />
      {kind === 'page' && isNear && change.change !== 'deleted' && <OpenComments pageId={id} />}
      {isError && <p role="alert">{t('approvals.failed')}</p>}
      <div className={styles.sides} data-waiting={(!data && !isError) || undefined}>
        {data && <SidePicture change={change} name="before" side={data.before} other={data.after} />}
        {data && <SidePicture change={change} name="after" side={data.after} other={data.before} />}
      </div>
      {mayDecide && (
        <footer className={styles.foot}>
          {isOwn && <span>{t('approvals.own')}</span>}
          <Button
            variant="default"
            leftSection={<XIcon size={16} aria-hidden="true" />}
            disabled={state === undefined}
            onClick={decide.onReject}
          >
            {t('approvals.reject')}
          </Button>
          <Button
            leftSection={<CheckIcon size={16} aria-hidden="true" />}
            disabled={!may}
            onClick={decide.onApprove}
          >
            {t('approvals.approve')}
          </Button>
        </footer>
      )}
    </li>
  )
}

/** Who changed it and when, until when someone should look, and the last decision. */
function Words({ change: { by, changedAt, due, rejected } }: { change: WaitingChange }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const ago = agoText(Date.parse(changedAt), now)
  const isLate = due !== null && Date.parse(due) <= clock.now()
  return (
    <>
      <p className={styles.words}>
        <span>
          {by.length > 0
            ? t('approvals.by', { names: listText(by, 'conjunction'), ago })
            : t('approvals.byNobody', { ago })}
        </span>
        {due && (
          <span data-late={isLate || undefined}>
            {t(isLate ? 'approvals.late' : 'approvals.due', { date: dateText(due, 'moment') })}
          </span>
        )}
      </p>
      {rejected && (
        <p className={styles.rejected}>
          {t('storyboards.decided.rejected', {
            name: rejected.by || t('storyboards.decided.someone'),
            ago: agoText(Date.parse(rejected.at), now),
          })}
          {rejected.note && <q dir="auto">{rejected.note}</q>}
        </p>
      )}
    </>
  )
}
