import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import styles from './backup-settings.module.css'

export function Warning({ text }: { text: string }) {
  return (
    <p className={styles.warning}>
      <WarningIcon size={18} aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}
