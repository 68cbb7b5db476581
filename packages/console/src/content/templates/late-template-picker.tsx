import { lateDialog } from '#ui/late/late-dialog.tsx'

/** The template gallery as a dialog; loads when it opens. */
export const LateTemplatePicker = lateDialog(
  async () => (await import('./template-dialog-picker.tsx')).TemplatePicker,
)
