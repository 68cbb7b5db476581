import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/server/transport.ts'
import { EmptyState } from './empty-state.tsx'

/** A list that failed to load, or isn't permitted. */
export function FailedList({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation()
  if (error instanceof ApiError && error.status === 403)
    return <EmptyState variant="forbidden" title={t('page.forbiddenTitle')} text={t('page.forbidden')} />
  return (
    <EmptyState
      variant="error"
      title={t('table.failed')}
      text={t('table.failedText')}
      action={
        <Button variant="default" onClick={retry}>
          {t('failure.retry')}
        </Button>
      }
    />
  )
}
