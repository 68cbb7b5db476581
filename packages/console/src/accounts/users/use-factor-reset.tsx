import { ActionIcon, Button } from '@mantine/core'
import { LockKeyOpenIcon } from '@phosphor-icons/react/dist/csr/LockKeyOpen'
import type { User } from '@vitrine/contract/api/accounts/users'
import { ROLES } from '@vitrine/contract/permissions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session/session.ts'
import { usersKey } from '#queries/users.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useAction } from '#ui/work/use-write.ts'
import styles from './users.module.css'

/** A row's button for someone who lost their second factor, and its question. Only super admins help admins. */
export function useFactorReset() {
  const { t } = useTranslation()
  const me = useSession((state) => state.profile)
  const [asked, setAsked] = useState<User>()
  const close = () => setAsked(undefined)
  const reset = useAction({
    write: ({ id }: User) => api.users.resetSecondFactor({ params: { id } }),
    done: 'users.factorReset',
    invalidates: [usersKey],
  })
  const isOffered = (user: User) =>
    user.secondFactor && user.id !== me?.id && (me?.role === ROLES.superAdmin || user.role === ROLES.user)
  const action = (user: User) =>
    isOffered(user) && (
      <ActionIcon
        variant="subtle"
        color="gray"
        title={t('users.resetFactor')}
        aria-label={t('users.resetFactorOf', { name: `${user.firstName} ${user.lastName}` })}
        onClick={() => setAsked(user)}
      >
        <LockKeyOpenIcon size={18} aria-hidden="true" />
      </ActionIcon>
    )
  const dialog = (
    <FormDialog opened={asked !== undefined} onClose={close} title={t('users.resetFactor')}>
      <p className={styles.question}>{t('users.resetFactorText')}</p>
      <div className={styles.buttons}>
        <Button variant="default" data-autofocus onClick={close}>
          {t('form.cancel')}
        </Button>
        <Button color="bad" onClick={() => asked && void reset(asked).then(close)}>
          {t('users.resetFactor')}
        </Button>
      </div>
    </FormDialog>
  )
  return { action, dialog }
}
