import { lateDialog } from '#ui/late/late-dialog.tsx'

/** The gallery of templates as a dialog, loaded when it opens. */
export const LateTemplatePicker = lateDialog(
  async () => (await import('./template-dialog-picker.tsx')).TemplatePicker,
)
