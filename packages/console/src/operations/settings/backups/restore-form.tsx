import type { Backup } from '@vitrine/contract/api/operations/backups'
import { rule } from '@vitrine/contract/rules'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { dateText } from '#lib/text/format.ts'
import { backupsKey } from '#queries/settings.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { Warning } from './warning.tsx'

/** Requires typing the backup's name, to prevent accidental clicks. */
export function RestoreForm({ backup, onStarted }: { backup: Backup; onStarted: () => void }) {
  const { t } = useTranslation()
  const { name, createdAt } = backup
  const Confirmed = z.object({ confirm: z.string().refine((text) => text.trim() === name, rule('invalid')) })
  const state = useEntityForm(Confirmed, { confirm: '' })
  const restore = useWrite({
    write: api.backups.restore,
    done: 'backups.restoreStarted',
    invalidates: [backupsKey],
  })
  return (
    <EntityForm
      state={state}
      submitLabel={t('backups.restore')}
      onSubmit={({ confirm }) =>
        restore({ body: { name, confirm, incomplete: backup.missing > 0 } }).then(onStarted)
      }
    >
      <Warning text={t('backups.restoreText', { date: dateText(createdAt, 'moment') })} />
      <TextField name="confirm" label={t('backups.confirm', { name })} required autoFocus />
    </EntityForm>
  )
}
