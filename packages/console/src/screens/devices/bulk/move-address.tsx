import { Alert } from '@mantine/core'
import { SignOutIcon } from '@phosphor-icons/react/dist/csr/SignOut'
import type { CommandResult } from '@vitrine/contract/api/screens/commands'
import { type Device, devices as routes } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { changedText } from '#lib/text/done-text.ts'
import { devicesKey } from '#queries/devices.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useWrite } from '#ui/work/use-write.ts'

/** The bulk action that moves screens to another address, with permission. Render `dialog` in the page. */
export function useMoveAddress(screens: readonly Device[]) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const isAllowed = useCan('write', 'unknown-screens')
  const action = {
    id: 'address',
    label: t('devices.moveAddress.action'),
    icon: SignOutIcon,
    run: () => setOpen(true),
  }
  const dialog = (
    <FormDialog
      opened={open}
      onClose={() => setOpen(false)}
      title={t('devices.moveAddress.title', { count: screens.length })}
    >
      <MoveAddress screens={screens} />
    </FormDialog>
  )
  return { actions: isAllowed ? [action] : [], dialog }
}

/** Moves screens to another address of the installation, and reports the result of each. */
function MoveAddress({ screens }: { screens: readonly Device[] }) {
  const { t } = useTranslation()
  const [results, setResults] = useState<(CommandResult & { id: string })[]>()
  const state = useEntityForm(routes.moveAddress.body, { ids: screens.map(({ id }) => id), address: '' })
  const move = useWrite({
    write: api.devices.moveAddress,
    done: ({ results: all }) => changedText(all.filter(({ state: outcome }) => outcome === 'done').length),
    failed: 'devices.moveAddress.failed',
    invalidates: [devicesKey],
  })
  const left = results?.filter(({ state: outcome }) => outcome !== 'done') ?? []
  return (
    <EntityForm
      state={state}
      submitLabel={t('devices.moveAddress.submit', { count: screens.length })}
      onSubmit={async (body) => setResults((await move({ body })).results)}
    >
      <p>{t('devices.moveAddress.text')}</p>
      {screens.length > 1 && <Alert>{t('devices.moveAddress.rehearse')}</Alert>}
      <TextField
        name="address"
        type="url"
        label={t('devices.moveAddress.address')}
        placeholder="https://player.example"
        required
        autoFocus
      />
      {results && (
        <div role="status">
          <p>
            {t('devices.moveAddress.moved', { count: results.length - left.length, total: results.length })}
          </p>
          <ul>
            {left.map(({ id, state: outcome, text }) => (
              <li key={id}>
                <bdi>{screens.find((screen) => screen.id === id)?.name}</bdi>:{' '}
                {text || t(`devices.moveAddress.outcome.${outcome}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </EntityForm>
  )
}
