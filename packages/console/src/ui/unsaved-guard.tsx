import { Button, Group, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { session } from '#lib/session.ts'

/** Asks before what was not saved is left. `when` is asked at that moment. */
export function UnsavedGuard({ when }: { when: () => boolean }) {
  const { t } = useTranslation()
  const isLeaving = () => when() && session.get().token !== null
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isLeaving(),
    enableBeforeUnload: isLeaving,
    withResolver: true,
  })
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={t('form.unsavedTitle')} size={420}>
      <p>{t('form.unsavedText')}</p>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={() => proceed?.()}>
          {t('form.leave')}
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          {t('form.stay')}
        </Button>
      </Group>
    </Modal>
  )
}
