import { Button, Code, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KioskSettings as Kiosk, KioskUpdate, Origin } from '@vitrine/contract/api/accounts/kiosk'
import { ROLES } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { kioskKey, kioskQuery } from '#queries/settings.ts'
import { usersQuery } from '#queries/users.ts'
import { CopyButton } from '#ui/form/copy-button.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { GroupField } from '#ui/form/fields/group-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { Section } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useAction, useWrite } from '#ui/work/use-write.ts'
import styles from './settings-page.module.css'

/** The organization's own pages that may open the cards without a password. */
export function KioskSettings() {
  const organizationId = useOrganizationId() ?? ''
  const query = useQuery(kioskQuery(organizationId))
  return (
    <RecordView query={query} key={organizationId}>
      {(kiosk) => <KioskForms kiosk={kiosk} organizationId={organizationId} />}
    </RecordView>
  )
}

interface KioskFormsProps {
  kiosk: Kiosk
  organizationId: string
}

function KioskForms({ kiosk, organizationId }: KioskFormsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('kiosk.origins')} text={t('kiosk.originsText')}>
        <OriginsForm kiosk={kiosk} organizationId={organizationId} />
      </Section>
      <Section title={t('kiosk.key')} text={t('kiosk.keyText')}>
        <KeyPart kiosk={kiosk} organizationId={organizationId} />
      </Section>
      <Section title={t('kiosk.forPage')} text={t('kiosk.forPageText')}>
        <ForPage kiosk={kiosk} organizationId={organizationId} />
      </Section>
    </>
  )
}

/** Empty lines are ignored; others must be exact origins. */
const isOrigin = (text: string) => text.trim() === '' || Origin.safeParse(text).success
const OriginLines = z.object({
  origins: z.array(z.object({ origin: z.string().refine(isOrigin, rule('url')) })),
  version: KioskUpdate.shape.version,
})
const linesOf = ({ origins, version }: Kiosk) => ({
  origins: (origins.length ? origins : ['']).map((origin) => ({ origin })),
  version,
})

function OriginsForm({ kiosk, organizationId }: KioskFormsProps) {
  const { t } = useTranslation()
  const params = { id: organizationId }
  const state = useEntityForm(OriginLines, linesOf(kiosk))
  const save = useWrite({ write: api.kiosk.update, done: 'kiosk.saved', invalidates: [kioskKey] })
  return (
    <EntityForm
      state={state}
      onSubmit={async ({ origins, version }) => {
        const sent = origins.map(({ origin }) => origin).filter((origin) => origin.trim())
        const saved = await save({ params, body: { origins: sent, version } })
        // Keep the saved version, because the form stays open for further saves.
        state.form.setValue('version', saved.kiosk.version)
      }}
      onReload={async () => state.form.reset(linesOf((await api.kiosk.get({ params })).kiosk))}
    >
      <GroupField
        name="origins"
        label={t('kiosk.allowed')}
        itemLabel={t('kiosk.origin')}
        empty={() => ({ origin: '' })}
        focus="origin"
      >
        {(_, path) => (
          <TextField
            name={`${path}.origin`}
            label={t('kiosk.origin')}
            type="url"
            placeholder="https://intranet.example.org"
            hideLabel
          />
        )}
      </GroupField>
    </EntityForm>
  )
}

/** Shows the key briefly on request; creating another revokes the old one. */
function KeyPart({ kiosk, organizationId }: KioskFormsProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const [asking, setAsking] = useState(false)
  const rotate = useAction({ write: api.kiosk.update, done: 'kiosk.rotated', invalidates: [kioskKey] })
  const makeNew = async () => {
    const made = await rotate({ params: { id: organizationId }, body: { newKey: true } })
    if (!made) return
    setAsking(false)
    setShown(true)
  }
  return (
    <>
      {kiosk.key && (
        <p className={styles.key}>
          <Code dir="ltr">{shown ? kiosk.key : '•'.repeat(24)}</Code>
        </p>
      )}
      <Group gap={8}>
        {kiosk.key && (
          <>
            <Button variant="default" aria-pressed={shown} onClick={() => setShown(!shown)}>
              {t(shown ? 'kiosk.hide' : 'kiosk.show')}
            </Button>
            <CopyButton text={kiosk.key} label={t('kiosk.copyKey')} />
          </>
        )}
        {!asking && (
          <Button variant="default" onClick={() => (kiosk.key ? setAsking(true) : void makeNew())}>
            {t(kiosk.key ? 'kiosk.newKey' : 'kiosk.firstKey')}
          </Button>
        )}
      </Group>
      {asking && (
        <div className={styles.question} role="alertdialog" aria-label={t('kiosk.newKey')}>
          <p>{t('kiosk.newKeyText')}</p>
          <Group gap={8}>
            <Button variant="default" onClick={() => setAsking(false)} ref={(button) => button?.focus()}>
              {t('form.cancel')}
            </Button>
            <Button color="bad" onClick={() => void makeNew()}>
              {t('kiosk.newKey')}
            </Button>
          </Group>
        </div>
      )}
    </>
  )
}

/** Code to paste into the embedding page. */
function ForPage({ kiosk, organizationId }: KioskFormsProps) {
  const { t } = useTranslation()
  const users = useQuery(usersQuery())
  const [userId, setUserId] = useState<string | null>(null)
  const choices = (users.data ?? [])
    .filter((user) => user.organizationId === organizationId && user.role !== ROLES.superAdmin)
    .map(({ id, firstName, lastName, email }) => ({
      value: id,
      label: `${firstName} ${lastName} (${email})`,
    }))
  const lines = [
    `CONSOLE_URL=${new URL('.', document.baseURI).href.replace(/\/$/, '')}`,
    `ORGANIZATION_ID=${organizationId}`,
    `USER_ID=${userId ?? '…'}`,
  ]
  return (
    <>
      <Select
        label={t('kiosk.user')}
        description={t('kiosk.userText')}
        data={choices}
        value={userId}
        onChange={setUserId}
        searchable
        nothingFoundMessage={t('fields.noMatch')}
      />
      <Code block dir="ltr">
        {[...lines, 'KIOSK_KEY=…'].join('\n')}
      </Code>
      <div>
        <CopyButton
          text={[...lines, `KIOSK_KEY=${kiosk.key ?? ''}`].join('\n')}
          label={t('kiosk.copySettings')}
          disabled={userId === null || kiosk.key === null}
        />
      </div>
    </>
  )
}
