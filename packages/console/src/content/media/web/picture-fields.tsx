import type { WebPicture } from '@vitrine/contract/api/content/web-picture'
import { PICTURE_SIZE, PICTURE_WAIT_MAX, PICTURE_WAITS } from '@vitrine/contract/api/content/web-picture'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#ui/form/fields/checkboxes-field.tsx'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { Columns, TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TagsField } from '#ui/form/fields/tags-field.tsx'
import { LoginFields } from './login-fields.tsx'

const LOGIN = {
  ...{ kind: 'none', user: '', page: '', password: '', parts: [] },
  ...{ userField: '', passwordField: '', submitField: '' },
} as const

/** How a page is photographed before anyone has changed it. */
export const NEW_PICTURE = {
  ...{ every: 5, width: 1920, height: 1080, part: '', dark: false, caption: false },
  ...{ wait: { until: 'quiet', seconds: 5, selector: '' }, hide: [], login: LOGIN },
} as const

/** The form's values of a saved picture: what is secret is empty, which keeps it. */
export const pictureValues = (saved: WebPicture | undefined) =>
  saved && {
    ...saved,
    login: {
      ...saved.login,
      password: '',
      parts: saved.login.parts.map(({ name }) => ({ name, value: '' })),
    },
  }

/** `mediaId`: of a saved page. */
export function PictureFields({ mediaId }: { mediaId: string | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <Columns>
        <NumberField name="picture.every" label={t('media.web.picture.every')} min={1} max={1440} required />
        <NumberField name="zoom" label={t('media.web.zoom')} min={25} max={400} />
      </Columns>
      <Columns>
        <NumberField
          name="picture.width"
          label={t('media.web.picture.width')}
          min={PICTURE_SIZE.least}
          max={PICTURE_SIZE.most}
          required
        />
        <NumberField
          name="picture.height"
          label={t('media.web.picture.height')}
          min={PICTURE_SIZE.least}
          max={PICTURE_SIZE.mostHigh}
          required
        />
      </Columns>
      <LoginFields mediaId={mediaId} />
      <WaitFields />
      <TextField
        name="picture.part"
        label={t('media.web.picture.part')}
        hint={t('media.web.picture.partHint')}
        placeholder="#chart"
      />
      <TagsField
        name="picture.hide"
        label={t('media.web.picture.hide')}
        hint={t('media.web.picture.hideHint')}
        placeholder=".banner"
        maxTags={8}
        hasBlanks
      />
      <CheckboxField name="picture.dark" label={t('media.web.picture.dark')} />
      <CheckboxField
        name="picture.caption"
        label={t('media.web.picture.caption')}
        hint={t('media.web.picture.captionHint')}
      />
    </>
  )
}

/** When the picture is taken. */
function WaitFields() {
  const { t } = useTranslation()
  const until = useWatch({ name: 'picture.wait.until' })
  return (
    <Columns>
      <SelectField
        name="picture.wait.until"
        label={t('media.web.picture.wait')}
        choices={PICTURE_WAITS.map((value) => ({ value, label: t(`media.web.picture.waits.${value}`) }))}
      />
      {until === 'seconds' && (
        <NumberField
          name="picture.wait.seconds"
          label={t('media.web.picture.seconds')}
          min={1}
          max={PICTURE_WAIT_MAX}
          required
        />
      )}
      {until === 'selector' && (
        <TextField
          name="picture.wait.selector"
          label={t('media.web.picture.selector')}
          placeholder="#chart"
          required
        />
      )}
    </Columns>
  )
}
