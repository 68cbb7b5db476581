import { Checkbox, NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCan } from '#ui/work/use-can.ts'
import styles from './upload-screen.module.css'

const DEFAULT_SECONDS = 10
const MAX_SECONDS = 86_400

interface DeckOptionsProps {
  /** null makes no storyboard. */
  seconds: number | null
  onSeconds: (seconds: number | null) => void
}

/** Options for PDFs and slides: they become pictures in a folder and, optionally, a storyboard. */
export function DeckOptions({ seconds, onSeconds }: DeckOptionsProps) {
  const { t } = useTranslation()
  const mayApprove = useCan('write', 'approve-storyboards')
  const mayDesign = useCan('write', 'layouts')
  const mayCreate = useCan('write', 'storyboards') && mayDesign
  return (
    <div className={styles.decks}>
      <p>{t('media.decks.become')}</p>
      {mayCreate && (
        <div className={styles.storyboard}>
          <Checkbox
            label={t('media.decks.storyboard')}
            checked={seconds !== null}
            onChange={({ currentTarget }) => onSeconds(currentTarget.checked ? DEFAULT_SECONDS : null)}
          />
          {seconds !== null && (
            <NumberInput
              label={t('media.decks.seconds')}
              value={seconds}
              min={1}
              max={MAX_SECONDS}
              allowDecimal={false}
              allowNegative={false}
              clampBehavior="strict"
              w={140}
              onChange={(value) => onSeconds(typeof value === 'number' && value >= 1 ? value : 1)}
            />
          )}
          {seconds !== null && !mayApprove && <small>{t('media.decks.approval')}</small>}
        </div>
      )}
    </div>
  )
}
