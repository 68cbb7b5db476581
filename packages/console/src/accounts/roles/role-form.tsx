import { useQuery } from '@tanstack/react-query'
import { type CustomRole, RoleCreate, RoleUpdate } from '@vitrine/contract/api/accounts/roles'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { addedText, savedText } from '#lib/text/done-text.ts'
import { listText } from '#lib/text/format.ts'
import { roleNamesQuery, rolesKey } from '#queries/roles.ts'
import { usersKey } from '#queries/users.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import styles from './roles.module.css'
import { FIRST, RowsField } from './rows-field.tsx'

interface CreateProps {
  organizationId: string | undefined
  onSaved: () => void
}

export function RoleCreateForm({ organizationId, onSaved }: CreateProps) {
  const state = useEntityForm(RoleCreate, { name: '', rows: [FIRST], organizationId })
  const create = useWrite({
    write: api.roles.create,
    done: ({ role }) => addedText(role.name),
    failed: 'roles.saveFailed',
    invalidates: [rolesKey],
  })
  return (
    <EntityForm state={state} onSubmit={(body) => create({ body }).then(onSaved)}>
      <RoleFields />
    </EntityForm>
  )
}

const valuesOf = ({ name, rows, version }: CustomRole) => ({ name, rows, version })

export function RoleEditForm({ role, onSaved }: { role: CustomRole; onSaved: () => void }) {
  const params = { id: role.id }
  const state = useEntityForm(RoleUpdate, valuesOf(role))
  const update = useWrite({
    write: api.roles.update,
    done: ({ role: saved }) => savedText(saved.name),
    failed: 'roles.saveFailed',
    invalidates: [rolesKey, usersKey],
  })
  return (
    <EntityForm
      state={state}
      onSubmit={(body) => update({ params, body }).then(onSaved)}
      onReload={async () => state.form.reset(valuesOf((await api.roles.get({ params })).role))}
    >
      <Concerned role={role} />
      <RoleFields />
    </EntityForm>
  )
}

/** Whom the change concerns: people who have the role, and groups of the provider that lead to it. */
export function Concerned({ role: { id, people, groups } }: { role: CustomRole }) {
  const { t } = useTranslation()
  const { data: names = [] } = useQuery({ ...roleNamesQuery(id), enabled: people > 0 })
  if (people === 0 && groups.length === 0) return null
  const shown = names.slice(0, NAMED).map(({ name }) => name)
  return (
    <div className={styles.concerned} role="note">
      {people > 0 && (
        <p>
          {t('roles.concerns', { count: people })}
          {shown.length > 0 && ' '}
          <bdi>{listText([...shown, ...(people > shown.length && shown.length > 0 ? ['…'] : [])])}</bdi>
        </p>
      )}
      {groups.length > 0 && <p>{t('roles.groups', { groups: listText(groups) })}</p>}
    </div>
  )
}

/** Names in the form; the page of rights has all. */
const NAMED = 5

function RoleFields() {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        name="name"
        label={t('roles.name')}
        placeholder={t('roles.nameExample')}
        required
        autoFocus
      />
      <RowsField />
    </>
  )
}
