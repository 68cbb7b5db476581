import { ActionIcon, Button } from '@mantine/core'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { compareNames } from '#lib/text/compare-names.ts'
import { ScreenPicture } from '#pictures/screens/screen-picture.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import styles from './choosing.module.css'
import { moveByArrows } from './row-keys.ts'
import { TargetName } from './target-choices.tsx'

/** Rows rendered at first; more on request. */
const SHOWN = 100
/** Show a search field from this many rows. */
const SEARCHED = 8

interface ChosenScreensProps {
  devices: readonly Device[]
  onRemove: (ids: readonly string[]) => void
}

function matching(devices: readonly Device[], search: string): Device[] {
  const wanted = search.trim().toLowerCase()
  return devices
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => compareNames(a.name, b.name))
}

/** The selected screens by name, each with a button to remove it. */
export function ChosenScreens({ devices, onRemove }: ChosenScreensProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(SHOWN)
  const list = useRef<HTMLUListElement>(null)
  const found = matching(devices, search)
  const title = t('screensPicker.chosen', { count: devices.length })
  const remove = (id: string, at: number) => {
    // Focus the row after the removed one, or else the one before.
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('li > button') ?? [])]
    ;(buttons[at + 1] ?? buttons[at - 1])?.focus()
    onRemove([id])
  }
  return (
    <section className={styles.pane} data-of="chosen" aria-label={title}>
      <h3>{title}</h3>
      {devices.length > SEARCHED && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field must not save the form around it.
        <div
          className={styles.filters}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        >
          <SearchField
            label={t('screensPicker.searchChosen')}
            value={search}
            onChange={(next) => setSearch(next ?? '')}
            wide
          />
        </div>
      )}
      <div className={styles.bar}>
        <span>{devices.length === 0 && t('screensPicker.none')}</span>
        {found.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => onRemove(found.map(({ id }) => id))}>
            {t('screensPicker.removeAll', { count: found.length })}
          </Button>
        )}
      </div>
      <ul
        ref={list}
        className={styles.rows}
        onKeyDown={moveByArrows}
        aria-label={t('screensPicker.chosenList')}
      >
        {found.slice(0, most).map((screen, index) => (
          <Row key={screen.id} screen={screen} onRemove={() => remove(screen.id, index)} />
        ))}
        {found.length > most && (
          <li>
            <Button variant="subtle" fullWidth onClick={() => setMost(most + SHOWN)}>
              {t('devices.moreTiles', { count: found.length - most })}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

/** A chosen screen with its picture. */
function Row({ screen, onRemove }: { screen: Device; onRemove: () => void }) {
  const { t } = useTranslation()
  const { name } = screen
  return (
    <li className={styles.row}>
      <TargetName picture={<ScreenPicture device={screen} small />} name={name} />
      <ActionIcon aria-label={t('screensPicker.remove', { name })} onClick={onRemove}>
        <XIcon size={16} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}
