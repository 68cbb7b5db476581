import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/page/empty-state.tsx'

/** The empty state of a list without matches. */
export function NoMatch({ search, onClear }: { search: string | undefined; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      variant="no-match"
      title={search ? t('table.noMatch', { search }) : t('table.noneTagged')}
      action={
        <Button variant="default" onClick={onClear}>
          {t(search ? 'table.clearSearch' : 'table.clearFilter')}
        </Button>
      }
    />
  )
}
