import { ActionIcon } from '@mantine/core'
import { EyeIcon } from '@phosphor-icons/react/dist/csr/Eye'
import { useTranslation } from 'react-i18next'

interface PreviewButtonProps {
  name: string
  onClick: () => void
  size?: number
  className?: string
}

/** *Preview* as an icon button. */
export function PreviewButton({ name, onClick, size, className }: PreviewButtonProps) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      size={size}
      className={className}
      aria-label={t('preview.title', { name })}
      title={t('cards.preview')}
      onClick={onClick}
    >
      <EyeIcon size={size ? 16 : 18} aria-hidden="true" />
    </ActionIcon>
  )
}
