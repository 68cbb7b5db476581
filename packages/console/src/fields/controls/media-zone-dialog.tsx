import { ActionIcon, Button, Group, Select } from '@mantine/core'
import { FunnelIcon } from '@phosphor-icons/react/dist/csr/Funnel'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { DURATIONS, defaultDuration } from '@vitrine/contract/fields/durations'
import { type Fit, FULL_VIDEO, type MediaZoneEntry } from '@vitrine/contract/fields/kinds/media-zone'
import { contradictionIn } from '@vitrine/contract/schedule/screen-rule'
import { isShowSpan } from '@vitrine/contract/schedule/show-dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldsHost } from '#fields/control.ts'
import { FieldDialog } from '#fields/field-dialog.tsx'
import { useFieldTexts } from '#fields/field-texts.ts'
import styles from '#fields/fields.module.css'
import { clockText, roundOf } from '#fields/seconds.ts'
import { placed } from '#fields/sortable/placed.ts'
import { SortableList } from '#fields/sortable/sortable-list.tsx'
import { ShowDatesButton } from '#ui/form/fields/show-dates-button.tsx'
import { SHOWN, Truncated } from '#ui/truncate.tsx'
import { EntryFit } from './entry-fit.tsx'
import { FilesButton, filesText, NEW_FILES } from './files-entry.tsx'
import { MediaThumb } from './media-thumb.tsx'

interface MediaZoneDialogProps {
  opened: boolean
  title: string
  entries: readonly MediaZoneEntry[]
  max: number
  /** Seconds of entries without a duration. */
  interval: number
  /** The zone's fit; undefined if entries have none. */
  fit: Fit | undefined
  host: FieldsHost
  onSave: (entries: MediaZoneEntry[]) => void
  onClose: () => void
}

/** A media zone's content: the entries, their order, and durations. */
export function MediaZoneDialog(props: MediaZoneDialogProps) {
  const [picking, setPicking] = useState(false)
  const pickMedia: FieldsHost['pickMedia'] = async (choice) => {
    setPicking(true)
    try {
      return await props.host.pickMedia(choice)
    } finally {
      // Wait a task: the key press that closed the picker still bubbles to this dialog.
      setTimeout(() => setPicking(false))
    }
  }
  return (
    <FieldDialog
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      // Let Escape close only the picker above.
      closeOnEscape={!picking}
    >
      <Entries {...props} host={{ ...props.host, pickMedia }} />
    </FieldDialog>
  )
}

/** An entry with a key, because the list may contain a media item twice. */
interface Row extends MediaZoneEntry {
  key: string
}
let lastKey = 0
const rowOf = (entry: MediaZoneEntry): Row => {
  lastKey += 1
  return { ...entry, key: `entry${lastKey}` }
}

const entriesOf = (rows: readonly Row[]): MediaZoneEntry[] =>
  rows.map(({ key: _, screens, ...entry }) => ({ ...entry, ...(screens && { screens }) }))

function Entries({ entries, title, max, interval, fit, host, onSave, onClose }: MediaZoneDialogProps) {
  const { t } = useTranslation()
  const [rows, setRows] = useState(() => entries.map(rowOf))
  const nameOf = ({ mediaId, files }: Row) =>
    files ? filesText(t, files) : (host.media(mediaId)?.name ?? t('fields.missingMedia'))
  const change = (row: Row, next: Partial<MediaZoneEntry>) =>
    setRows((before) => before.map((other) => (other.key === row.key ? { ...other, ...next } : other)))
  const add = async () => {
    const chosen = await host.pickMedia({ multiple: true, max: max - rows.length, cards: true })
    const added = chosen.map((item) => rowOf({ mediaId: item.id, duration: defaultDuration(item.mimetype) }))
    setRows((before) => [...before, ...added].slice(0, max))
  }
  return (
    <>
      {rows.length === 0 && <p className={styles.empty}>{t('fields.mediaZone.empty')}</p>}
      <SortableList
        label={title}
        items={rows}
        keyOf={({ key }) => key}
        nameOf={nameOf}
        isMissing={({ mediaId, files }) => !files && !host.media(mediaId)}
        onMove={(from, to) => setRows((before) => placed(before, from, to))}
      >
        {(row, index) => {
          const item = host.media(row.mediaId)
          const isVideo = item?.mimetype.startsWith('video/') === true
          return (
            <>
              {row.files ? (
                <FilesButton
                  name={nameOf(row)}
                  rule={row.files}
                  host={host}
                  onChange={(files) => change(row, { files })}
                />
              ) : (
                <MediaThumb item={item} />
              )}
              <span className={styles.itemName}>
                <Truncated text={nameOf(row)} length={SHOWN.mediaList} />
              </span>
              <span className={styles.settings}>
                <EntryDuration
                  name={nameOf(row)}
                  value={row.duration}
                  isVideo={isVideo}
                  onChange={(duration) => change(row, { duration })}
                />
                {fit && item && !item.isCard && /^(image|video)\//.test(item.mimetype) && (
                  <EntryFit
                    entry={row}
                    name={nameOf(row)}
                    zoneFit={fit}
                    onChange={(look) => change(row, look)}
                  />
                )}
                <ShowDatesButton name={nameOf(row)} dates={row} onChange={(dates) => change(row, dates)} />
                {host.screensOf?.({
                  name: nameOf(row),
                  rule: row.screens,
                  onChange: (screens) => change(row, { screens }),
                  before: entries,
                  after: entriesOf(rows),
                })}
              </span>
              <ActionIcon
                size={28}
                aria-label={t('fields.removeItem', { name: nameOf(row) })}
                onClick={() => setRows((before) => before.filter((_, other) => other !== index))}
              >
                <XIcon size={16} aria-hidden="true" />
              </ActionIcon>
            </>
          )
        }}
      </SortableList>
      <div className={styles.foot}>
        <Button
          variant="default"
          leftSection={<PlusIcon size={16} aria-hidden="true" />}
          disabled={rows.length >= max}
          data-autofocus={entries.length === 0 || undefined}
          onClick={() => void add()}
        >
          {t('fields.mediaZone.addMedia')}
        </Button>
        {host.FilesForm && (
          <Button
            variant="default"
            leftSection={<FunnelIcon size={16} aria-hidden="true" />}
            disabled={rows.length >= max}
            onClick={() => setRows([...rows, rowOf({ mediaId: '', files: NEW_FILES, duration: 0 })])}
          >
            {t('listed.add')}
          </Button>
        )}
        <span className={styles.total} role="status">
          {t('fields.mediaZone.summary', {
            count: rows.length,
            max,
            total: clockText(roundOf(rows, interval, host)),
          })}
        </span>
      </div>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button
          disabled={!rows.every((row) => isShowSpan(row) && !(row.screens && contradictionIn(row.screens)))}
          onClick={() => onSave(entriesOf(rows))}
        >
          {t('form.save')}
        </Button>
      </Group>
    </>
  )
}

interface EntryDurationProps {
  name: string
  value: number
  isVideo: boolean
  onChange: (duration: number) => void
}

function EntryDuration({ name, value: duration, isVideo, onChange }: EntryDurationProps) {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const known = DURATIONS.some(({ value }) => value === duration)
  const own = known ? [] : [{ value: duration, label: t('fields.mediaZone.seconds', { count: duration }) }]
  return (
    <Select
      size="xs"
      w={132}
      aria-label={t('fields.mediaZone.durationOf', { name })}
      data={[...DURATIONS, ...own].map(({ value, label }) => ({
        value: String(value),
        label: words(label),
        disabled: value === FULL_VIDEO && !isVideo,
      }))}
      value={String(duration)}
      allowDeselect={false}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  )
}
