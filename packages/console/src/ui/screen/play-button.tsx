import { ActionIcon } from '@mantine/core'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { useTranslation } from 'react-i18next'
import { type PlayRequest, playOn } from '#lib/play-on.ts'
import { useCan } from '#ui/work/use-can.ts'

/** *Play on…* as an icon button; hidden without permission to switch screens. */
export function PlayButton({ name, request, size }: { name: string; request: PlayRequest; size?: number }) {
  const { t } = useTranslation()
  if (!useCan('write', 'devices')) return null
  return (
    <ActionIcon
      size={size}
      aria-label={t('playOn.of', { name })}
      title={t('playOn.title')}
      onClick={() => playOn(request)}
    >
      <PlayIcon size={size ? 16 : 18} aria-hidden="true" />
    </ActionIcon>
  )
}
