import { useTranslation } from 'react-i18next'
import styles from './comments.module.css'

/** The element that a comment is on. */
export function WidgetName({ widget, isDeleted }: { widget: { name: string }; isDeleted: boolean }) {
  const { t } = useTranslation()
  return (
    <p className={styles.place}>
      {t(isDeleted ? 'comments.onDeleted' : 'comments.on', { name: widget.name })}
    </p>
  )
}
