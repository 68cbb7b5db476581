import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/page/empty-state.tsx'

interface NoMatchProps {
  search: string | undefined
  /** Without a search: what is missing; by default things with a tag. */
  title?: string
  onClear: () => void
}

/** The empty state of a list without matches. */
export function NoMatch({ search, title, onClear }: NoMatchProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      variant="no-match"
      title={search ? t('table.noMatch', { search }) : (title ?? t('table.noneTagged'))}
      action={
        <Button variant="default" onClick={onClear}>
          {t(search ? 'table.clearSearch' : 'table.clearFilter')}
        </Button>
      }
    />
  )
}
