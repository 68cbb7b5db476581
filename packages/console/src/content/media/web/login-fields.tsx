import { useQuery } from '@tanstack/react-query'
import { PAGE_LOGINS, type WebPicture } from '@vitrine/contract/api/content/web-picture'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { photoQuery } from '#queries/web-photos.ts'
import entity from '#ui/form/entity-form.module.css'
import { Columns, TextField } from '#ui/form/fields/fields.tsx'
import { GroupField } from '#ui/form/fields/group-field.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'

type Kind = WebPicture['login']['kind']
const BY_PARTS: readonly Kind[] = ['headers', 'cookies']
const EMPTY_PART = { name: '', value: '' }

/** How the server logs in before it photographs a page. */
export function LoginFields({ mediaId }: { mediaId: string | undefined }) {
  const { t } = useTranslation()
  const { setValue, getValues } = useFormContext()
  const kind: Kind = useWatch({ name: 'picture.login.kind' }) ?? 'none'
  const { data: photo } = useQuery({ ...photoQuery(mediaId ?? ''), enabled: mediaId !== undefined })
  const kept = photo?.hasSecrets ? t('media.web.login.kept') : t('media.web.login.secretHint')
  const startParts = () => {
    const isByParts = BY_PARTS.includes(getValues('picture.login.kind'))
    setValue('picture.login.parts', isByParts ? [EMPTY_PART] : [], { shouldValidate: true })
  }
  return (
    <>
      <SelectField
        name="picture.login.kind"
        label={t('media.web.login.title')}
        choices={PAGE_LOGINS.map((value) => ({ value, label: t(`media.web.login.kinds.${value}`) }))}
        onChosen={startParts}
      />
      {kind === 'form' && (
        <TextField
          name="picture.login.page"
          type="url"
          label={t('media.web.login.page')}
          placeholder="https://dashboard.example.org/login"
          required
        />
      )}
      {(kind === 'form' || kind === 'basic') && (
        <Columns>
          <TextField name="picture.login.user" label={t('media.web.login.user')} required />
          <PasswordField name="picture.login.password" label={t('media.web.login.password')} hint={kept} />
        </Columns>
      )}
      {kind === 'form' && <FieldSelectors />}
      {BY_PARTS.includes(kind) && (
        <GroupField
          key={kind}
          name="picture.login.parts"
          label={t(`media.web.login.kinds.${kind}`)}
          itemLabel={t('media.web.login.part')}
          hint={kept}
          empty={() => EMPTY_PART}
          focus="name"
        >
          {(_, path) => (
            <Columns>
              <TextField name={`${path}.name`} label={t('media.web.login.partName')} required />
              <PasswordField name={`${path}.value`} label={t('media.web.login.partValue')} />
            </Columns>
          )}
        </GroupField>
      )}
    </>
  )
}

/** For login pages whose fields the server doesn't find. */
function FieldSelectors() {
  const { t } = useTranslation()
  const { getValues } = useFormContext()
  const fields = ['userField', 'passwordField', 'submitField'] as const
  const [isOpen, setIsOpen] = useState(() => fields.some((field) => getValues(`picture.login.${field}`)))
  if (!isOpen)
    return (
      <div className={entity.links}>
        <button type="button" className={entity.link} onClick={() => setIsOpen(true)}>
          {t('media.web.login.fields')}
        </button>
      </div>
    )
  return fields.map((field) => (
    <TextField
      key={field}
      name={`picture.login.${field}`}
      label={t(`media.web.login.${field}`)}
      placeholder="#id"
    />
  ))
}
