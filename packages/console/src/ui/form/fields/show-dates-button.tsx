import { CalendarDotsIcon } from '@phosphor-icons/react/dist/csr/CalendarDots'
import { type ShowDates, spanOf } from '@vitrine/contract/schedule/show-dates'
import { useTranslation } from 'react-i18next'
import { readingNow, spanText } from '#lib/text/show-dates-text.ts'
import { lazyPart } from '#ui/late/lazy-part.tsx'
import { SettingButton } from './setting-button.tsx'

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
  const { showFrom, showUntil } = dates
  const isDated = showFrom !== undefined || showUntil !== undefined
  const text = spanText(t, spanOf(dates), readingNow()) ?? (isDated ? t('showDates.dated') : '')
  return (
    <SettingButton
      icon={CalendarDotsIcon}
      title={t('showDates.title')}
      label={t('showDates.of', { name })}
      isSet={isDated}
      words={text}
    >
      {(close) => (
        <ShowDatesForm
          dates={dates}
          onChange={onChange}
          onRemove={() => {
            onChange({ showFrom: undefined, showUntil: undefined })
            close()
          }}
        />
      )}
    </SettingButton>
  )
}
