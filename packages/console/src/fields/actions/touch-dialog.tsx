import { Button, TextInput } from '@mantine/core'
import type { Action, ActionEntry } from '@vitrine/contract/fields/actions'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldDialog } from '#fields/field-dialog.tsx'
import type { ActionsHost, ZoneChoice } from './actions-host.ts'
import styles from './touch.module.css'
import { type TouchTarget, touchAction } from './touch-action.ts'
import { touchPicture, useTouchSentence } from './touch-sentence.tsx'

interface TouchDialogProps {
  opened: boolean
  host: ActionsHost
  /** The action to replace; absent for another one. */
  replaced?: ActionEntry | undefined
  onChoose: (action: Action) => void
  /** Opens the list with all details. */
  onDetails: () => void
  onClose: () => void
}

/** What a touch can show, as pictures: one press chooses. */
export function TouchDialog({ opened, onClose, ...props }: TouchDialogProps) {
  const { t } = useTranslation()
  return (
    <FieldDialog opened={opened} onClose={onClose} title={t('actions.touch.title')} size={720}>
      <TouchChoices {...props} />
    </FieldDialog>
  )
}

/** The most choices of a kind that are drawn; the search finds the others. */
const SHOWN = 40

function TouchChoices({ host, replaced, onChoose, onDetails }: Omit<TouchDialogProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim().toLowerCase())
  const named = (name: string) => name.toLowerCase().includes(wanted)
  // The page itself comes last: its buttons may be copied to the pages that they lead to.
  const [self, ...others] = host.layouts
  const pages = [
    ...new Set(
      [...others, ...(self ? [self] : [])].flatMap(({ name }) => (name && named(name) ? [name] : [])),
    ),
  ]
  const storyboards = host.storyboards.filter(({ name }) => named(name))
  const zones = (host.zones('') ?? []).filter(({ entries }) => entries.length > 0)
  const sectionOf = (title: string, choices: readonly TouchTarget[]) => (
    <TouchSection
      title={title}
      actions={choices.slice(0, SHOWN).flatMap((choice) => touchAction(choice, host, replaced) ?? [])}
      more={Math.max(0, choices.length - SHOWN)}
      host={host}
      onChoose={onChoose}
    />
  )
  return (
    <div className={styles.choices}>
      <TextInput
        type="search"
        data-autofocus
        aria-label={t('actions.touch.search')}
        placeholder={t('actions.touch.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {wanted === '' &&
        sectionOf(t('actions.touch.turn'), [{ verb: 'LOAD_NEXT_LAYOUT' }, { verb: 'LOAD_PREVIOUS_LAYOUT' }])}
      {sectionOf(
        t('actions.touch.pages'),
        pages.map((layoutName) => ({ verb: 'LOAD_LAYOUT_BY_NAME', layoutName })),
      )}
      {wanted === '' &&
        zones.map((zone) => <div key={zone.id}>{sectionOf(zone.name, zoneTargets(zone))}</div>)}
      {sectionOf(
        t('actions.touch.storyboards'),
        storyboards.map(({ id: storyboardId }) => ({ verb: 'LOAD_STORYBOARD', storyboardId })),
      )}
      {wanted !== '' && pages.length + storyboards.length === 0 && (
        <p className={styles.note} role="status">
          {t('fields.noMatch')}
        </p>
      )}
      <div>
        <Button variant="default" size="compact-sm" onClick={onDetails}>
          {t('actions.touch.details')}
        </Button>
      </div>
    </div>
  )
}

/** What a touch can do with a media zone of the page. */
const zoneTargets = ({ id: mediaZoneId, entries }: ZoneChoice): readonly TouchTarget[] => [
  { verb: 'LOAD_NEXT_MEDIA', mediaZoneId },
  { verb: 'LOAD_PREVIOUS_MEDIA', mediaZoneId },
  ...entries.map((_, index) => ({
    verb: 'LOAD_MEDIA_BY_ORDER' as const,
    mediaZoneId,
    mediaOrder: String(index + 1),
  })),
]

interface TouchSectionProps {
  title: string
  actions: readonly Action[]
  /** How many more there are. */
  more: number
  host: ActionsHost
  onChoose: (action: Action) => void
}

function TouchSection({ title, actions, more, host, onChoose }: TouchSectionProps): ReactNode {
  const { t } = useTranslation()
  const sentence = useTouchSentence(host)
  if (actions.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.grid}>
        {actions.map((action) => {
          const { text } = sentence(action)
          const picture = touchPicture(action, host)
          return (
            <li key={JSON.stringify(action.props) + action.verb}>
              <button
                type="button"
                className={styles.choice}
                data-verb={action.verb}
                onClick={() => onChoose(action)}
              >
                {picture && <span className={styles.picture}>{picture}</span>}
                <span dir="auto">{text}</span>
              </button>
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className={styles.note}>{t('actions.touch.more', { count: more })}</p>}
    </section>
  )
}
