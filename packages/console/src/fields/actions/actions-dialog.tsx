import { ActionIcon, Button, Group } from '@mantine/core'
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { type Action, type ActionEntry, isAction } from '@vitrine/contract/fields/actions'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldDialog } from '#fields/field-dialog.tsx'
import styles from '#fields/fields.module.css'
import { placed } from '#fields/sortable/placed.ts'
import { SortableList } from '#fields/sortable/sortable-list.tsx'
import { type ActionDraft, draftOf, withType } from './action-draft.ts'
import { ActionForm } from './action-form.tsx'
import { ActionSentence, useActionSentence } from './action-sentence.tsx'
import type { ActionsHost } from './actions-host.ts'

interface ActionsDialogProps {
  opened: boolean
  title: string
  entries: readonly ActionEntry[]
  max: number
  host: ActionsHost
  onSave: (entries: ActionEntry[]) => void
  onClose: () => void
}

/** A widget's actions in order. The form slides into the same dialog; nothing changes before Save. */
export function ActionsDialog({ host, ...props }: ActionsDialogProps) {
  const [trying, setTrying] = useState(false)
  const [editing, setEditing] = useState<Editing>()
  const { tryIt } = host
  const tried = tryIt && {
    ...host,
    tryIt: async (action: Action) => {
      setTrying(true)
      await tryIt(action)
      setTrying(false)
    },
  }
  return (
    // Escape closes the test first, then the form, then the dialog.
    <FieldDialog
      opened={props.opened}
      onClose={editing ? () => setEditing(undefined) : props.onClose}
      title={props.title}
      closeOnEscape={!trying}
    >
      <Actions {...props} host={tried ?? host} editing={editing} setEditing={setEditing} />
    </FieldDialog>
  )
}

interface Row {
  key: string
  entry: ActionEntry
}
let lastKey = 0
const rowOf = (entry: ActionEntry): Row => {
  lastKey += 1
  return { key: `action${lastKey}`, entry }
}

/** The action being edited, or a new one. */
interface Editing {
  index: number | undefined
  draft: ActionDraft
}

interface ActionsProps extends ActionsDialogProps {
  editing: Editing | undefined
  setEditing: (editing: Editing | undefined) => void
}

function Actions({ title, entries, max, host, onSave, onClose, editing, setEditing }: ActionsProps) {
  const { t } = useTranslation()
  const sentence = useActionSentence(host)
  const [rows, setRows] = useState(() => entries.map(rowOf))
  const add = useRef<HTMLButtonElement>(null)
  const opener = useRef<Element>(null)
  const edit = (what: Editing) => {
    opener.current = document.activeElement
    setEditing(what)
  }
  useEffect(() => {
    const { current: before } = opener
    if (editing || !(before instanceof HTMLElement)) return
    // The example that opened the form is unmounted once there is an action.
    if (before.isConnected) before.focus()
    else add.current?.focus()
  }, [editing])

  return (
    <>
      {editing && (
        <ActionForm
          draft={editing.draft}
          isNew={editing.index === undefined}
          host={host}
          onCancel={() => setEditing(undefined)}
          onDone={(action) => {
            setRows((before) =>
              editing.index === undefined
                ? [...before, rowOf(action)]
                : before.map((row, index) => (index === editing.index ? { ...row, entry: action } : row)),
            )
            setEditing(undefined)
          }}
        />
      )}
      <div hidden={editing !== undefined}>
        {rows.length === 0 && <Examples onChoose={(draft) => edit({ index: undefined, draft })} />}
        <SortableList
          label={title}
          items={rows}
          keyOf={({ key }) => key}
          nameOf={({ entry }) => sentence(entry).text}
          isMissing={({ entry }) => sentence(entry).missing}
          onMove={(from, to) => setRows((before) => placed(before, from, to))}
        >
          {({ entry }, index) => (
            <>
              <ActionSentence entry={entry} host={host} />
              {host.tryIt && (
                <ActionIcon
                  size={28}
                  disabled={!isAction(entry)}
                  aria-label={t('actions.try', { number: index + 1 })}
                  title={t('actions.tryIt')}
                  onClick={() => isAction(entry) && void host.tryIt?.(entry)}
                >
                  <PlayIcon size={16} aria-hidden="true" />
                </ActionIcon>
              )}
              <ActionIcon
                size={28}
                disabled={!isAction(entry)}
                aria-label={t('actions.edit', { number: index + 1 })}
                onClick={() => edit({ index, draft: draftOf(entry) })}
              >
                <PencilSimpleIcon size={16} aria-hidden="true" />
              </ActionIcon>
              <ActionIcon
                size={28}
                aria-label={t('actions.delete', { number: index + 1 })}
                onClick={() => setRows((before) => before.filter((_, other) => other !== index))}
              >
                <TrashIcon size={16} aria-hidden="true" />
              </ActionIcon>
            </>
          )}
        </SortableList>
        <div className={styles.foot}>
          <Button
            ref={add}
            data-autofocus
            variant="default"
            leftSection={<PlusIcon size={16} aria-hidden="true" />}
            disabled={rows.length >= max}
            onClick={() => edit({ index: undefined, draft: draftOf() })}
          >
            {t('actions.addAction')}
          </Button>
          <Group gap={8}>
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <Button onClick={() => onSave(rows.map(({ entry }) => entry))}>{t('form.save')}</Button>
          </Group>
        </div>
      </div>
    </>
  )
}

/** The empty list, with the most common actions. */
function Examples({ onChoose }: { onChoose: (draft: ActionDraft) => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.empty}>
      <p>{t('actions.empty')}</p>
      <Group gap={8} justify="center" mt={12}>
        {(['LOAD_NEXT_LAYOUT', 'LOAD_PREVIOUS_LAYOUT'] as const).map((verb) => (
          <Button
            key={verb}
            variant="light"
            size="compact-sm"
            onClick={() => onChoose({ ...withType('APPLICATION'), verb })}
          >
            {t(`actions.verb.${verb}`)}
          </Button>
        ))}
        <Button variant="light" size="compact-sm" onClick={() => onChoose(withType('SYSTEM'))}>
          {t('actions.verb.LOAD_STORYBOARD')}
        </Button>
      </Group>
    </div>
  )
}
