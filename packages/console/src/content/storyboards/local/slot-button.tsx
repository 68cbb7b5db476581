import { StorefrontIcon } from '@phosphor-icons/react/dist/csr/Storefront'
import type { LocalSlot } from '@vitrine/contract/api/content/local-slot'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { StoryboardValues } from '#content/storyboards/form/storyboard-values.ts'
import { useFieldError } from '#ui/form/field-error.ts'
import { SettingButton } from '#ui/form/fields/setting-button.tsx'
import { lazyPart } from '#ui/late/lazy-part.tsx'
import { slotWords } from './slot-words.ts'

const SlotForm = lazyPart(async () => (await import('./slot-form.tsx')).SlotForm)

/** What branches may show in a local slot, and a form for it. */
export function SlotButton({ index, name }: { index: number; name: string }) {
  const { t } = useTranslation()
  const path = `items.${index}.slot` as const
  const { setValue } = useFormContext<StoryboardValues>()
  const slot = useWatch<StoryboardValues>({ name: path }) as LocalSlot | undefined
  const named = useFieldError(`${path}.name`, t('local.slot.name'))
  const kinds = useFieldError(`${path}.kinds`, t('local.slot.kinds'))
  const own = useFieldError(path, t('local.slot.title'))
  if (!slot) return null
  const error = named ?? kinds ?? own
  return (
    <SettingButton
      icon={StorefrontIcon}
      title={t('local.slot.title')}
      label={t('local.slot.of', { name })}
      isSet
      isWrong={error !== undefined}
      words={slotWords(t, slot)}
    >
      {() => (
        <SlotForm
          slot={slot}
          error={error}
          onChange={(change) =>
            setValue(path, { ...slot, ...change }, { shouldDirty: true, shouldValidate: true })
          }
        />
      )}
    </SettingButton>
  )
}
