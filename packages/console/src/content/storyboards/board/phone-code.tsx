import { Popover, UnstyledButton } from '@mantine/core'
import { QrCode } from '@vitrine/widgets/qr-code'
import { useTranslation } from 'react-i18next'
import styles from './storyboard-board.module.css'

const SIZE = 176
/** Names of this computer for itself. */
const ONLY_HERE = ['localhost', '127.0.0.1', '[::1]']

/** The address of the storyboard's preview as a QR code. */
export function PhoneCode({ address, className }: { address: string; className?: string | undefined }) {
  const { t } = useTranslation()
  const isOnlyHere = ONLY_HERE.includes(new URL(address).hostname)
  return (
    <Popover zIndex={500} width={232} position="bottom-end">
      <Popover.Target>
        <UnstyledButton className={className}>{t('preview.board.phone')}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.phone}>
        <div role="img" aria-label={address} className={styles.code}>
          <QrCode text={address} left={0} top={0} size={SIZE} />
        </div>
        <p>{t(isOnlyHere ? 'preview.board.onlyHere' : 'preview.board.phoneText')}</p>
      </Popover.Dropdown>
    </Popover>
  )
}
