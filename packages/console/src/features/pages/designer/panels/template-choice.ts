import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import type { ComponentType } from 'react'
import type { Size } from '#features/pages/designer/geometry/rect.ts'

/** A dialog that offers documents to start from. The features that own pages bring it along. */
export type TemplateChooser = ComponentType<{
  opened: boolean
  /** Offers only pages of this size, if there are any. */
  size?: Size
  onPick: (picked: { document: ReadDocument }) => void
  onClose: () => void
}>
