import { Button, Select } from '@mantine/core'
import type { CustomRole } from '@vitrine/contract/api/accounts/roles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { rolesKey } from '#queries/roles.ts'
import { usersKey } from '#queries/users.ts'
import { useAction } from '#ui/work/use-write.ts'
import { Concerned } from './role-form.tsx'
import styles from './roles.module.css'

interface RoleDeletionProps {
  role: CustomRole
  others: readonly CustomRole[]
  onClose: () => void
}

/** Deletes a role that people have, who get another one. */
export function RoleDeletion({ role, others, onClose }: RoleDeletionProps) {
  const { t } = useTranslation()
  const [replacementId, setReplacement] = useState<string | null>(null)
  const remove = useAction({
    write: () =>
      api.roles.remove({ params: { id: role.id }, body: { replacementId: replacementId ?? undefined } }),
    done: 'roles.deleted',
    failed: 'errors.delete',
    invalidates: [rolesKey, usersKey],
  })
  return (
    <div className={styles.deletion}>
      <Concerned role={role} />
      {others.length === 0 ? (
        <p>{t('roles.needsOther')}</p>
      ) : (
        <Select
          label={t('roles.replacement')}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={replacementId}
          onChange={setReplacement}
          allowDeselect={false}
          withAsterisk
          data-autofocus
        />
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button
          color="bad"
          disabled={replacementId === null}
          onClick={() => void remove(undefined).then(onClose)}
        >
          {t('roles.deleteAndReplace')}
        </Button>
      </div>
    </div>
  )
}
