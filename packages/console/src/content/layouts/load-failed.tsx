import { Button, Loader } from '@mantine/core'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/server/transport.ts'
import { reasonText } from '#lib/text/error-text.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { NotFound } from '#ui/page/not-found.tsx'

/** A page failed to load: the specified text, and a retry button. */
export function LoadFailed({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation()
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  return (
    <EmptyState
      variant="error"
      icon={WarningIcon}
      title={t('layouts.loadFailed')}
      text={reasonText(error)}
      action={<Button onClick={retry}>{t('failure.retry')}</Button>}
    />
  )
}

export function PageWaiting() {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      aria-label={t('overlay.loading')}
      style={{ display: 'grid', placeItems: 'center', blockSize: '60vh' }}
    >
      <Loader />
    </div>
  )
}
