import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const VIEWS = ['files', 'all'] as const

/** The two views of the library: folders with files, and everything that screens can show. */
export function ContentTabs({ value }: { value: (typeof VIEWS)[number] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <SegmentedControl
      mb={16}
      aria-label={t('shelf.views')}
      value={value}
      onChange={(next) =>
        void navigate({ to: next === 'all' ? '/app/media-library/all' : '/app/media-library' })
      }
      data={VIEWS.map((view) => ({ value: view, label: t(`shelf.${view}`) }))}
    />
  )
}
