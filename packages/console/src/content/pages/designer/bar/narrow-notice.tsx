import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { DevicesIcon } from '@phosphor-icons/react/dist/csr/Devices'
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { CommentsButton } from '#content/pages/comments/comments-button.tsx'
import { commentsState } from '#content/pages/comments/comments-state.ts'
import styles from '#content/pages/designer/designer.module.css'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import type { Back } from './top-bar.tsx'

/** Shown on screens too narrow for dragging, with alternatives. The page stays loaded. */
export function NarrowNotice({ id, back }: { id: string; back: Back }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const label = t('designer.back', { list: back.label })
  const isNarrow = useMediaQuery('(width < 768px)')
  const isCommenting = useStore(commentsState, ({ opened }) => opened)
  // The preview shows comments beside their page; the canvas is hidden here.
  useEffect(() => {
    if (isNarrow && isCommenting) designer.request('preview')
  }, [isNarrow, isCommenting, designer])
  return (
    <div className={styles.narrow}>
      <DevicesIcon size={40} weight="duotone" aria-hidden="true" />
      <strong>{t('designer.narrow.title')}</strong>
      <p>{t('designer.narrow.text')}</p>
      <Button onClick={() => designer.request('preview')}>{t('designer.commands.preview')}</Button>
      <CommentsButton pageId={id} withText />
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
