import { BRAND_FIELDS, type Brand } from '@vitrine/contract/api/accounts/brand'
import type { MediaEntry } from '@vitrine/contract/fields/media-entry'
import { checkValues } from '@vitrine/contract/fields/values'
import { useFormContext, useWatch } from 'react-hook-form'
import { useContentFieldsHost } from '#content/media/content-fields-host.tsx'
import { NO_ACTIONS } from '#fields/actions/actions-host.ts'
import { FieldsForm } from '#fields/fields-form.tsx'
import { useMediaItems } from '#queries/media.ts'

/** An organization's colors and logo; `brand` in its form. */
export function BrandFields() {
  const { setValue } = useFormContext()
  const brand: Brand = useWatch({ name: 'brand' })
  const content = useContentFieldsHost(useMediaItems(brand.logoId ? [brand.logoId] : []))
  const values = {
    primary: brand.primary,
    accent: brand.accent,
    logo: brand.logoId ? [{ mediaId: brand.logoId }] : [],
  }
  const change = (name: string, value: unknown) => {
    const logo = name === 'logo' && { logoId: (value as readonly MediaEntry[])[0]?.mediaId ?? null }
    setValue(
      'brand',
      { ...brand, ...(logo || { [name]: value }) },
      { shouldDirty: true, shouldValidate: true },
    )
  }
  return (
    <>
      <FieldsForm
        fields={BRAND_FIELDS}
        values={values}
        onChange={change}
        errors={checkValues(BRAND_FIELDS, values)}
        host={{ ...content.host, actions: NO_ACTIONS }}
      />
      {content.dialogs}
    </>
  )
}
