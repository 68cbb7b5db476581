import { Button } from '@mantine/core'
import { FingerprintIcon } from '@phosphor-icons/react/dist/csr/Fingerprint'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Profile } from '@vitrine/contract/api/accounts/auth'
import { type Passkey, PasskeyName } from '@vitrine/contract/api/accounts/passkeys'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { hasPasskeys } from '#accounts/auth/passkey.ts'
import { api } from '#lib/api.ts'
import { session } from '#lib/session/session.ts'
import { agoText } from '#lib/text/ago.ts'
import { useNow } from '#lib/use-now.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { FailedList } from '#ui/page/failed-list.tsx'
import { Section } from '#ui/page/page.tsx'
import { useWrite } from '#ui/work/use-write.ts'
import { PasskeyForm } from './passkey-form.tsx'
import styles from './profile-page.module.css'
import { CurrentPassword, CurrentPasswordField } from './second-factor-steps.tsx'

const passkeysQuery = () =>
  queryOptions({
    queryKey: ['passkeys'],
    queryFn: async ({ signal }) => (await api.passkeys.list({}, { signal })).passkeys,
  })

interface Opened {
  what: 'add' | 'rename' | 'remove'
  passkey?: Passkey
}

/** The person's passkeys: which there are, and when each was used. */
export function PasskeysSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const query = useQuery(passkeysQuery())
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const isLast = profile.passkeys === 1 && !profile.authenticatorApp
  const mayRemove = !(isLast && profile.organization.requiresSecondFactor)
  const of = (what: Opened['what']) => (opened?.what === what ? opened.passkey : undefined)
  const [renamed, removed] = [of('rename'), of('remove')]
  return (
    <Section
      id="passkeys"
      title={t('passkeys.title')}
      text={t(hasPasskeys() ? 'passkeys.text' : 'passkeys.unavailable')}
    >
      {!query.data && query.isError && <FailedList error={query.error} retry={() => void query.refetch()} />}
      {query.data && query.data.length > 0 && (
        <ul className={styles.sessions} aria-label={t('passkeys.title')}>
          {query.data.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} mayRemove={mayRemove} onOpen={setOpened} />
          ))}
        </ul>
      )}
      {hasPasskeys() && (
        <Button variant="default" onClick={() => setOpened({ what: 'add' })}>
          {t('passkeys.add')}
        </Button>
      )}
      <FormDialog opened={opened?.what === 'add'} onClose={close} title={t('passkeys.add')}>
        <PasskeyForm
          onDone={(next) => {
            session.setProfile(next)
            void query.refetch()
            close()
          }}
        />
      </FormDialog>
      <FormDialog opened={renamed !== undefined} onClose={close} title={t('passkeys.rename')}>
        {renamed && <Renaming passkey={renamed} onDone={close} />}
      </FormDialog>
      <FormDialog opened={removed !== undefined} onClose={close} title={t('passkeys.remove')}>
        {removed && <Removal passkey={removed} onDone={close} />}
      </FormDialog>
    </Section>
  )
}

interface RowProps {
  passkey: Passkey
  mayRemove: boolean
  onOpen: (opened: Opened) => void
}

function Row({ passkey, mayRemove, onOpen }: RowProps) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { name, usedAt, synced, site, createdAt } = passkey
  const used = usedAt
    ? t('profile.sessions.used', { ago: agoText(Date.parse(usedAt), now) })
    : t('passkeys.added', { ago: agoText(Date.parse(createdAt), now) })
  return (
    <li>
      <FingerprintIcon size={22} aria-hidden="true" />
      <span>
        <strong>{name}</strong>
        <small>{synced ? `${used} · ${t('passkeys.synced')}` : used}</small>
        {site && site !== window.location.hostname && <small>{t('passkeys.worksAt', { host: site })}</small>}
      </span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('passkeys.renameOf', { name })}
        onClick={() => onOpen({ what: 'rename', passkey })}
      >
        {t('passkeys.renameShort')}
      </Button>
      {mayRemove && (
        <Button
          variant="default"
          color="bad"
          size="compact-sm"
          aria-label={t('passkeys.removeOf', { name })}
          onClick={() => onOpen({ what: 'remove', passkey })}
        >
          {t('passkeys.removeShort')}
        </Button>
      )}
    </li>
  )
}

function Renaming({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { t } = useTranslation()
  const state = useEntityForm(PasskeyName, { name: passkey.name })
  const rename = useWrite({
    write: (body: z.infer<typeof PasskeyName>) => api.passkeys.rename({ params: { id: passkey.id }, body }),
    failed: 'passkeys.renameFailed',
    done: 'passkeys.renamed',
    invalidates: [['passkeys']],
  })
  return (
    <EntityForm state={state} guard={false} onSubmit={(body) => rename(body).then(onDone)}>
      <TextField name="name" label={t('passkeys.name')} required autoFocus />
    </EntityForm>
  )
}

function Removal({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { t } = useTranslation()
  const state = useEntityForm(CurrentPassword, { currentPassword: '' })
  const remove = useWrite({
    write: async (body: z.infer<typeof CurrentPassword>) =>
      session.setProfile((await api.passkeys.remove({ params: { id: passkey.id }, body })).profile),
    failed: 'passkeys.removeFailed',
    done: 'passkeys.removed',
    invalidates: [['passkeys']],
  })
  return (
    <EntityForm
      state={state}
      guard={false}
      submitLabel={t('passkeys.remove')}
      onSubmit={(body) => remove(body).then(onDone)}
    >
      <p>{t('passkeys.removeText', { name: passkey.name })}</p>
      <CurrentPasswordField />
    </EntityForm>
  )
}
