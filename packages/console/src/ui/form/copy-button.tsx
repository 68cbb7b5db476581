import { Button } from '@mantine/core'
import { CopyIcon } from '@phosphor-icons/react/dist/csr/Copy'
import { useTranslation } from 'react-i18next'
import { copyText } from '#lib/browser/clipboard.ts'
import { notify } from '#lib/toasts.ts'

export function CopyButton({ text, label, disabled }: { text: string; label: string; disabled?: boolean }) {
  const { t } = useTranslation()
  const copy = async () => {
    const copied = await copyText(text)
    notify({
      kind: copied ? 'positive' : 'negative',
      message: t(copied ? 'settings.copied' : 'settings.notCopied'),
    })
  }
  return (
    <Button
      variant="default"
      leftSection={<CopyIcon size={16} aria-hidden="true" />}
      disabled={disabled}
      onClick={() => void copy()}
    >
      {label}
    </Button>
  )
}
