import { Button } from '@mantine/core'
import { DevicesIcon } from '@phosphor-icons/react/dist/csr/Devices'
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from '#content/pages/designer/designer.module.css'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import type { Back } from './top-bar.tsx'

/** Shown on screens too narrow for dragging, with alternatives. The page stays loaded. */
export function NarrowNotice({ back }: { back: Back }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const label = t('designer.back', { list: back.label })
  return (
    <div className={styles.narrow}>
      <DevicesIcon size={40} weight="duotone" aria-hidden="true" />
      <strong>{t('designer.narrow.title')}</strong>
      <p>{t('designer.narrow.text')}</p>
      <Button onClick={() => designer.request('preview')}>{t('designer.commands.preview')}</Button>
      {'onClick' in back ? (
        <Button variant="subtle" onClick={back.onClick}>
          {label}
        </Button>
      ) : (
        <Button variant="subtle" renderRoot={(props) => <Link to={back.to as LinkProps['to']} {...props} />}>
          {label}
        </Button>
      )}
    </div>
  )
}
