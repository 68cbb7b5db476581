import { Button, Modal, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { SCREEN_SIZES } from '@vitrine/contract/api/content/layouts'
import { USUAL_SIZES } from '@vitrine/contract/document/sizes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LateTemplatePicker } from '#content/templates/late-template-picker.tsx'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { OtherSize, sizeTyped, type TypedSize } from '#ui/size/other-size.tsx'
import { useCan } from '#ui/work/use-can.ts'
import styles from './new-layout-dialog.module.css'

const ImportLayoutDialog = lateDialog(
  async () => (await import('./import-layout-dialog.tsx')).ImportLayoutDialog,
)

const KINDS = [
  ['landscape', SCREEN_SIZES[1]],
  ['portrait', SCREEN_SIZES[2]],
  ['wall', SCREEN_SIZES[3]],
] as const

/** Asks for a new layout's size or template. */
export function NewLayoutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [choosing, setChoosing] = useState(false)
  const [importing, setImporting] = useState(false)
  const mayImport = [useCan('write', 'layouts'), useCan('write', 'media'), useCan('write', 'cards')].every(
    Boolean,
  )
  return (
    <>
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
        <OtherSizeChoice />
        <Button variant="default" mt={16} fullWidth onClick={() => setChoosing(true)}>
          {t('templates.fromTemplate')}
        </Button>
        {mayImport && (
          <Button
            variant="subtle"
            mt={8}
            fullWidth
            onClick={() => {
              onClose()
              setImporting(true)
            }}
          >
            {t('layoutImport.open')}
          </Button>
        )}
        <LateTemplatePicker
          opened={choosing}
          onPick={({ key }) => void navigate({ to: '/app/layouts/design', search: { template: key } })}
          onClose={() => setChoosing(false)}
        />
      </Modal>
      <ImportLayoutDialog opened={importing} onClose={() => setImporting(false)} />
    </>
  )
}

/** Any other size, asked for on a press. */
function OtherSizeChoice() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<TypedSize>()
  const size = typed && sizeTyped(typed)
  if (!typed)
    return (
      <Button variant="default" mt={16} fullWidth onClick={() => setTyped({ ...USUAL_SIZES.ribbon })}>
        {t('sizes.other')}
      </Button>
    )
  return (
    <div className={styles.other}>
      <OtherSize value={typed} onChange={setTyped} />
      <Button
        disabled={!size}
        onClick={() => size && void navigate({ to: '/app/layouts/design', search: size })}
      >
        {t('sizes.create')}
      </Button>
    </div>
  )
}
