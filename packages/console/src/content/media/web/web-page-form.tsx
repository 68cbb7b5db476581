import { Radio } from '@mantine/core'
import type { Media } from '@vitrine/contract/api/content/media'
import { WebMediaInput, WebMediaUpdate } from '@vitrine/contract/api/content/web-media'
import type { WebStream } from '@vitrine/contract/api/content/web-page'
import { isStreamAddress, isWebAddress, readWebAddress } from '@vitrine/contract/sites/web-address'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { addedText, savedText } from '#lib/text/done-text.ts'
import { mediaKey } from '#queries/media.ts'
import { photoKey } from '#queries/web-photos.ts'
import styles from '#ui/form/entity-form.module.css'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { Columns, TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { NEW_PICTURE, PictureFields, pictureValues } from './picture-fields.tsx'
import { StreamFields } from './stream-fields.tsx'
import { useLook, WebPageLook } from './web-page-look.tsx'

export { PhotoState } from './photo-state.tsx'
export { WebPageLook }

/** A new web page in a folder; null is Root. */
export function WebPageCreateForm({ folderId, onSaved }: { folderId: string | null; onSaved: () => void }) {
  const { t } = useTranslation()
  const state = useEntityForm(WebMediaInput, {
    name: '',
    address: '',
    refreshSeconds: 0,
    zoom: 100,
    folderId,
  })
  const create = useWrite({
    write: api.webMedia.create,
    done: ({ media }) => addedText(media.name),
    failed: 'errors.updateMedia',
    invalidates: [mediaKey],
  })
  return (
    <EntityForm
      state={state}
      submitLabel={t('media.add')}
      onSubmit={(body) => create({ body }).then(onSaved)}
    >
      <WebPageFields isNew />
    </EntityForm>
  )
}

const valuesOf = ({ name, web, version }: Media) => ({
  name,
  address: web?.address ?? '',
  refreshSeconds: web?.refreshSeconds ?? 0,
  zoom: web?.zoom ?? 100,
  stream: web?.stream,
  picture: pictureValues(web?.picture) ?? null,
  version,
})

export function WebPageEditForm({ media, onReload }: { media: Media; onReload: () => void }) {
  const state = useEntityForm(WebMediaUpdate, valuesOf(media))
  const update = useWrite({
    write: api.webMedia.update,
    done: ({ media: saved }) => savedText(saved.name),
    failed: 'errors.updateMedia',
    invalidates: [mediaKey, photoKey],
  })
  return (
    <EntityForm
      state={state}
      onSubmit={async (body) => {
        const saved = await update({ params: { id: media.id }, body })
        // Reset to the saved values, because the form stays open for further saves.
        state.form.reset(valuesOf(saved.media))
      }}
      onReload={onReload}
    >
      <WebPageFields saved={media.web ?? undefined} mediaId={media.id} />
    </EntityForm>
  )
}

/** The form's live video options, from its URL, the server's lookup, or the saved item. */
function useStream(address: string, saved: Media['web'] | undefined): WebStream | undefined {
  const { setValue } = useFormContext()
  const stream: WebStream | undefined = useWatch({ name: 'stream' })
  const check = useLook(address).data
  const isSaved = saved?.stream !== undefined && saved.address === address
  const isStream = isStreamAddress(address) || isSaved || check?.stream !== undefined
  useEffect(() => {
    if (isStream === (stream !== undefined)) return
    setValue('stream', isStream ? { fallbackId: null, sound: false } : undefined)
  }, [isStream, stream, setValue])
  return isStream ? stream : undefined
}

interface WebPageFieldsProps {
  isNew?: boolean
  saved?: NonNullable<Media['web']>
  mediaId?: string
}

function WebPageFields({ isNew = false, saved, mediaId }: WebPageFieldsProps) {
  const { t } = useTranslation()
  const typed = String(useWatch({ name: 'address' }) ?? '')
  const [left, setLeft] = useState(isNew ? '' : typed)
  const read = readWebAddress(left)
  const isPicture = useWatch({ name: 'picture' }) != null
  const stream = useStream(isWebAddress(read) && !isPicture ? read.address : '', saved)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears that the focus left, is nothing to act on */}
      <div onBlur={() => setLeft(typed)}>
        <TextField
          name="address"
          type="url"
          label={t('media.web.address')}
          hint={t('media.web.addressHint')}
          placeholder="https://dashboard.example.org"
          required
          autoFocus={isNew}
        />
      </div>
      {isWebAddress(read) && !isPicture && <WebPageLook read={read} />}
      <TextField name="name" label={t('media.name')} required />
      {!stream && <ShowAs isPicture={isPicture} />}
      {isPicture ? (
        <PictureFields mediaId={mediaId} />
      ) : stream ? (
        <StreamFields />
      ) : (
        <Columns>
          <NumberField
            name="refreshSeconds"
            label={t('media.web.refresh')}
            hint={t('media.web.refreshHint')}
            min={0}
            max={86_400}
          />
          <NumberField name="zoom" label={t('media.web.zoom')} min={25} max={400} />
        </Columns>
      )}
    </>
  )
}

/** Whether screens open the page themselves, or show a picture that the server takes of it. */
function ShowAs({ isPicture }: { isPicture: boolean }) {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const choose = (as: string) =>
    setValue('picture', as === 'picture' ? NEW_PICTURE : null, { shouldDirty: true, shouldValidate: true })
  return (
    <Radio.Group label={t('media.web.showAs')} value={isPicture ? 'picture' : 'page'} onChange={choose}>
      <div className={styles.choices}>
        {(['page', 'picture'] as const).map((as) => (
          <Radio
            key={as}
            value={as}
            label={t(`media.web.as.${as}`)}
            description={t(`media.web.as.${as}Text`)}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
