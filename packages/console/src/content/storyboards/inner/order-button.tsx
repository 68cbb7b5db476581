import { ArrowsClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { StoryboardValues } from '#content/storyboards/form/storyboard-values.ts'
import { useFieldError } from '#ui/form/field-error.ts'
import { SettingButton } from '#ui/form/fields/setting-button.tsx'
import { lazyPart } from '#ui/late/lazy-part.tsx'
import { orderWords } from './order-words.ts'

const OrderForm = lazyPart(async () => (await import('./order-form.tsx')).OrderForm)

interface OrderButtonProps {
  index: number
  /** The page or the storyboard, by its number and name. */
  name: string
}

/** Shows how often an item plays, and of a storyboard how much of it, and opens a form for that. */
export function OrderButton({ index, name }: OrderButtonProps) {
  const { t } = useTranslation()
  const { setValue, getValues } = useFormContext<StoryboardValues>()
  const item = useWatch<StoryboardValues>({ name: `items.${index}` }) as StoryboardValues['items'][number]
  const weight = useFieldError(`items.${index}.weight`, t('storyboards.order.weight'))
  const perRound = useFieldError(`items.${index}.perRound`, t('storyboards.order.perRound'))
  const perHour = useFieldError(`items.${index}.perHour`, t('storyboards.order.perHour'))
  const tied = useFieldError(`items.${index}.tied`, t('storyboards.order.tied'))
  const error = weight ?? perRound ?? perHour ?? tied
  const words = orderWords(t, item)
  return (
    <SettingButton
      icon={ArrowsClockwiseIcon}
      title={t('storyboards.order.title')}
      label={t('storyboards.order.of', { name })}
      isSet={words !== ''}
      isWrong={error !== undefined}
      words={words}
    >
      {() => (
        <OrderForm
          item={item}
          isFirst={index === 0}
          areAllLimited={getValues('items').every(({ perHour: most }) => most !== undefined)}
          error={error}
          onChange={(change) => {
            for (const [key, value] of Object.entries(change))
              setValue(`items.${index}.${key}` as `items.${number}.weight`, value as number | undefined, {
                shouldDirty: true,
                shouldValidate: true,
              })
          }}
        />
      )}
    </SettingButton>
  )
}
