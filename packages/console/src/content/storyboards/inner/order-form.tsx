import { Checkbox, FocusTrap, SegmentedControl } from '@mantine/core'
import { PER_HOUR_MAX, type StoryboardItem, WEIGHT_MAX } from '@vitrine/contract/api/content/storyboards'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import styles from './inner.module.css'

type Change = Partial<Pick<StoryboardItem, 'weight' | 'tied' | 'perRound' | 'random' | 'perHour'>>

interface OrderFormProps {
  item: Change & Pick<StoryboardItem, 'storyboardId'>
  isFirst: boolean
  /** Whether each item of the storyboard has a limit per hour. */
  areAllLimited: boolean
  error: string | undefined
  onChange: (change: Change) => void
}

const PER_ROUND_MAX = 500

/** How often an item plays, whether it is tied to the one before it, and how much of a storyboard plays. */
export function OrderForm({ item, isFirst, areAllLimited, error, onChange }: OrderFormProps) {
  const { t } = useTranslation()
  const { storyboardId, weight = 1, tied = false, perRound, random, perHour } = item
  return (
    <FocusTrap>
      <div className={styles.form}>
        <NumberInput
          size="xs"
          label={t('storyboards.order.weight')}
          description={t('storyboards.order.weightHelp')}
          value={weight}
          min={1}
          max={WEIGHT_MAX}
          disabled={tied}
          onChange={(next) => onChange({ weight: Number(next) > 1 ? Number(next) : undefined })}
        />
        <NumberInput
          size="xs"
          label={t('storyboards.order.perHour')}
          description={t('storyboards.order.perHourHelp')}
          placeholder={t('storyboards.order.noLimit')}
          value={perHour ?? ''}
          min={1}
          max={PER_HOUR_MAX}
          allowDecimal={false}
          onChange={(next) => onChange({ perHour: next === '' ? undefined : Number(next) })}
        />
        {areAllLimited && <p className={styles.note}>{t('storyboards.order.allLimited')}</p>}
        {storyboardId !== undefined && <HowMuch {...{ perRound, random, onChange }} />}
        {(!isFirst || tied) && (
          <Checkbox
            size="xs"
            label={t('storyboards.order.tied')}
            description={t('storyboards.order.tiedHelp')}
            checked={tied}
            onChange={(event) =>
              onChange({ tied: event.currentTarget.checked || undefined, weight: undefined } as Change)
            }
          />
        )}
        {error && <p role="alert">{error}</p>}
      </div>
    </FocusTrap>
  )
}

/** How much of a storyboard plays per round. */
function HowMuch({ perRound, random, onChange }: Change & Pick<OrderFormProps, 'onChange'>) {
  const { t } = useTranslation()
  const how = perRound === undefined ? 'all' : random ? 'random' : 'next'
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('storyboards.order.perRound')}
        value={how}
        data={(['all', 'next', 'random'] as const).map((value) => ({
          value,
          label: t(`storyboards.order.how.${value}`),
        }))}
        onChange={(next) =>
          onChange({
            perRound: next === 'all' ? undefined : (perRound ?? 1),
            random: next === 'random' ? true : undefined,
          })
        }
      />
      {perRound !== undefined && (
        <NumberInput
          size="xs"
          label={t('storyboards.order.perRound')}
          value={perRound}
          min={1}
          max={PER_ROUND_MAX}
          onChange={(next) => onChange({ perRound: Math.max(1, Number(next) || 1) })}
        />
      )}
      <p className={styles.note}>{t(`storyboards.order.howHelp.${how}`)}</p>
    </>
  )
}
