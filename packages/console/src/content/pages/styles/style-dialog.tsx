import type { Style } from '@vitrine/contract/api/content/styles'
import { useTranslation } from 'react-i18next'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { type StyleDraft, StyleForm } from './style-form.tsx'

interface StyleDialogProps {
  draft: StyleDraft | undefined
  onClose: () => void
  onSaved?: (style: Style) => void
}

/** Edits a style, or makes one. */
export function StyleDialog({ draft, onClose, onSaved }: StyleDialogProps) {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const title = draft?.id === undefined ? t(`styles.add.${draft?.kind ?? 'text'}`) : t('styles.edit')
  return (
    <FormDialog opened={draft !== undefined} onClose={onClose} title={title}>
      {draft && (
        <StyleForm
          key={draft.id ?? ''}
          {...{ draft, organizationId }}
          onSaved={(style) => {
            onSaved?.(style)
            onClose()
          }}
        />
      )}
    </FormDialog>
  )
}
