import { Button } from '@mantine/core'
import { FilesIcon } from '@phosphor-icons/react/dist/csr/Files'
import { ImagesSquareIcon } from '@phosphor-icons/react/dist/csr/ImagesSquare'
import type { PlacedSlot } from '@vitrine/contract/api/content/local-content'
import type { TFunction } from 'i18next'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listText } from '#lib/text/format.ts'
import { ImpactLine } from '#pickers/impact/impact-line.tsx'
import { SavedVersions } from '#ui/dialog/saved-versions.tsx'
import { EntryRow } from './entry-row.tsx'
import styles from './local.module.css'
import { useSlot } from './use-slot.tsx'

interface SlotCardProps {
  placed: PlacedSlot
  placeId: string
  mayFill: boolean
}

/** A local slot at a place: what it shows, what is left of its limits, and what it may become. */
export function SlotCard({ placed, placeId, mayFill }: SlotCardProps) {
  const { t } = useTranslation()
  const id = useId()
  const form = useSlot(placed, placeId)
  const { entries, room, picking, isDirty } = form
  const drop = useDrop(picking.drop)
  const { slot, storyboard } = placed
  return (
    <section className={styles.card} aria-labelledby={id} {...(mayFill && picking.mayDrop && drop)}>
      <header className={styles.head}>
        <h2 id={id} dir="auto">
          {slot.name}
        </h2>
        <span dir="auto">{t('local.inStoryboard', { name: storyboard })}</span>
        <StateWords placed={placed} />
      </header>
      <p className={styles.room} data-over={room.isOver || undefined} role="status">
        {roomText(t, placed, room)}
      </p>
      {entries.length > 0 ? (
        <Entries {...{ placed, form, mayFill }} />
      ) : (
        <p className={styles.none}>{t('local.nothing')}</p>
      )}
      {mayFill && <Adding form={form} contentId={placed.content?.id} />}
      {mayFill && isDirty && <Saving {...{ placed, form }} />}
      {picking.dialogs}
    </section>
  )
}

type Form = ReturnType<typeof useSlot>

/** Files that are dropped on the slot, not on the page around it. */
function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  return {
    'data-dropping': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      event.stopPropagation()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      event.stopPropagation()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
}

function Entries({ placed, form, mayFill }: { placed: PlacedSlot; form: Form; mayFill: boolean }) {
  const { t } = useTranslation()
  const { entries, setEntries } = form
  return (
    <ol className={styles.entries} aria-label={t('local.entries', { name: placed.slot.name })}>
      {entries.map((entry, index) => (
        <EntryRow
          key={entry.key}
          {...{ entry, index, placed, readOnly: !mayFill, count: entries.length }}
          onChange={(change) =>
            setEntries(entries.map((each) => (each.key === entry.key ? { ...each, ...change } : each)))
          }
          onMove={(to) => {
            const rest = entries.filter(({ key }) => key !== entry.key)
            setEntries([...rest.slice(0, to), entry, ...rest.slice(to)])
          }}
          onRemove={() => setEntries(entries.filter(({ key }) => key !== entry.key))}
        />
      ))}
    </ol>
  )
}

/** Ways to add entries, while there is room, and earlier ones. */
function Adding({ form: { picking, room }, contentId }: { form: Form; contentId: string | undefined }) {
  const { t } = useTranslation()
  const isFull = room.left <= 0
  const takesFiles = picking.files.length > 0
  return (
    <div className={styles.actions}>
      {takesFiles && (
        <Button
          variant="default"
          leftSection={<ImagesSquareIcon size={16} aria-hidden="true" />}
          disabled={isFull}
          onClick={() => void picking.media()}
        >
          {t('local.addMedia')}
        </Button>
      )}
      {picking.hasPages && (
        <Button
          variant="default"
          leftSection={<FilesIcon size={16} aria-hidden="true" />}
          disabled={isFull}
          onClick={picking.pages}
        >
          {t('local.addPages')}
        </Button>
      )}
      {picking.mayDrop && !isFull && (
        <span className={`${styles.hint} ${styles.drop}`}>{t('local.drop')}</span>
      )}
      {contentId && (
        <span className={styles.end}>
          <SavedVersions kind="local-content" id={contentId} mayRestore onRestored={() => undefined} />
        </span>
      )}
    </div>
  )
}

/** What the save changes on screens, and whether it waits. */
function Saving({ placed, form }: { placed: PlacedSlot; form: Form }) {
  const { t } = useTranslation()
  const { entries, room, save, approves, impact, reset } = form
  return (
    <>
      <ImpactLine of={entries} ask={impact} />
      <div className={styles.actions}>
        <Button disabled={room.isOver} onClick={() => void save(approves)}>
          {t(approves ? 'storyboards.saveAndApprove' : 'form.save')}
        </Button>
        {approves && (
          <Button variant="default" disabled={room.isOver} onClick={() => void save(false)}>
            {t('form.save')}
          </Button>
        )}
        <Button variant="subtle" onClick={reset}>
          {t('form.cancel')}
        </Button>
        {placed.approval && !approves && <span className={styles.hint}>{t('local.willWait')}</span>}
      </div>
    </>
  )
}

/** `1 of 3 entries · 10 of 30 s · Pictures and videos`. */
function roomText(
  t: TFunction,
  { slot }: PlacedSlot,
  { most, left, used, seconds }: { most: number; left: number; used: number; seconds: number | undefined },
): string {
  const parts = [
    t('local.roomEntries', { used: most - left, count: most }),
    seconds === undefined
      ? t('local.usedSeconds', { used })
      : t('local.roomSeconds', { used, most: seconds }),
    slot.each !== undefined && t('local.roomEach', { most: slot.each }),
    listText(slot.kinds.map((kind) => t(`local.kinds.${kind}`))),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** What screens of the place show now. */
function StateWords({ placed: { content } }: { placed: PlacedSlot }) {
  const { t } = useTranslation()
  const plays = (content?.playing ?? 0) > 0
  const waits = content?.status === 'pending'
  return (
    <>
      <span className={styles.state} data-tone={plays ? 'good' : undefined}>
        {plays ? t('local.plays', { count: content?.playing ?? 0 }) : t('local.playsFallback')}
      </span>
      {waits && (
        <span className={styles.state} data-tone="waits">
          {t('local.waits')}
        </span>
      )}
      {content?.status === 'rejected' && (
        <span className={styles.state} data-tone="waits">
          {t('local.rejected')}
        </span>
      )}
    </>
  )
}
