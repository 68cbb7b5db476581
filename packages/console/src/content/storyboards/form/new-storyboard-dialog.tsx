import { Modal } from '@mantine/core'
import { CardsIcon } from '@phosphor-icons/react/dist/csr/Cards'
import { LayoutIcon } from '@phosphor-icons/react/dist/csr/Layout'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './new-storyboard.module.css'

const CHOICES = [
  { type: 'standard', icon: CardsIcon },
  { type: 'designed', icon: LayoutIcon },
] as const

/** Asks first whether to use cards or layouts. */
export function NewStoryboardDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('storyboards.add')} size={640}>
      <div className={styles.choices}>
        {CHOICES.map(({ type, icon: Sign }) => (
          <Link
            key={type}
            to="/app/storyboard/$type/create"
            params={{ type }}
            className={styles.choice}
            data-autofocus={type === 'standard' || undefined}
          >
            <Sign size={40} weight="duotone" aria-hidden="true" />
            <strong>{t(`storyboards.types.${type}`)}</strong>
            <span>{t(`storyboards.typeTexts.${type}`)}</span>
          </Link>
        ))}
      </div>
    </Modal>
  )
}
