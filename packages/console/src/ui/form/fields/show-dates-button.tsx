import { ActionIcon, Popover } from '@mantine/core'
import { CalendarDotsIcon } from '@phosphor-icons/react/dist/csr/CalendarDots'
import { type ShowDates, spanOf } from '@vitrine/contract/schedule/show-dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readingNow, spanText } from '#lib/text/show-dates-text.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import styles from './show-dates-button.module.css'

const ShowDatesForm = lazyPart(async () => (await import('./show-dates-form.tsx')).ShowDatesForm)

interface ShowDatesButtonProps {
  /** The name of the page or media item. */
  name: string
  dates: ShowDates
  onChange: (dates: ShowDates) => void
}

/** Shows a page's or media item's dates, and opens a form for them. */
export function ShowDatesButton({ name, dates, onChange }: ShowDatesButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { showFrom, showUntil } = dates
  const isDated = showFrom !== undefined || showUntil !== undefined
  const text = spanText(t, spanOf(dates), readingNow()) ?? (isDated ? t('showDates.dated') : '')
  return (
    <span className={styles.dates}>
      <Popover
        opened={opened}
        onChange={setOpened}
        returnFocus
        withinPortal
        position="bottom-start"
        shadow="md"
      >
        <Popover.Target>
          <ActionIcon
            size={28}
            aria-label={t('showDates.of', { name })}
            title={t('showDates.title')}
            aria-haspopup="dialog"
            color={isDated ? undefined : 'gray'}
            onClick={() => setOpened(!opened)}
          >
            <CalendarDotsIcon size={16} aria-hidden="true" weight={isDated ? 'fill' : 'regular'} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('showDates.of', { name })}>
          <Waiting>
            <ShowDatesForm
              dates={dates}
              onChange={onChange}
              onRemove={() => {
                onChange({ showFrom: undefined, showUntil: undefined })
                setOpened(false)
              }}
            />
          </Waiting>
        </Popover.Dropdown>
      </Popover>
      {text && <span className={styles.text}>{text}</span>}
    </span>
  )
}
