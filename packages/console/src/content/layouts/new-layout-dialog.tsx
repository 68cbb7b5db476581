import { Button, Modal, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { SCREEN_SIZES } from '@vitrine/contract/api/content/layouts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LateTemplatePicker } from '#content/templates/late-template-picker.tsx'
import styles from './new-layout-dialog.module.css'

const KINDS = [
  ['landscape', SCREEN_SIZES[1]],
  ['portrait', SCREEN_SIZES[2]],
  ['wall', SCREEN_SIZES[3]],
] as const

/** Asks for a new layout's size or template; other sizes are set in the designer. */
export function NewLayoutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [choosing, setChoosing] = useState(false)
  return (
    <Modal opened={opened} onClose={onClose} title={t('layouts.sizeTitle')} size={640}>
      <div className={styles.kinds}>
        {KINDS.map(([kind, { width, height }]) => (
          <UnstyledButton
            key={kind}
            className={styles.kind}
            onClick={() => void navigate({ to: '/app/layouts/design', search: { width, height } })}
          >
            <span className={styles.drawing}>
              <span style={{ aspectRatio: `${width} / ${height}` }} data-kind={kind} />
            </span>
            <strong>{t(`layouts.sizes.${kind}`)}</strong>
            <bdi dir="ltr">
              {width} × {height}
            </bdi>
          </UnstyledButton>
        ))}
      </div>
      <Button variant="default" mt={16} fullWidth onClick={() => setChoosing(true)}>
        {t('templates.fromTemplate')}
      </Button>
      <LateTemplatePicker
        opened={choosing}
        onPick={({ key }) => void navigate({ to: '/app/layouts/design', search: { template: key } })}
        onClose={() => setChoosing(false)}
      />
    </Modal>
  )
}
