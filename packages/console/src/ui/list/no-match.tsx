import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/page/empty-state.tsx'

/** The empty state of a list without matches. */
export function NoMatch({ search, onClear }: { search: string | undefined; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      variant="no-match"
      caption={t('table.empty')}
      title={t('table.noMatch', { search })}
      action={
        <Button variant="default" onClick={onClear}>
          {t('table.clearSearch')}
        </Button>
      }
    />
  )
}
