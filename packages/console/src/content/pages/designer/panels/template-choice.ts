import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import type { ComponentType } from 'react'
import type { Size } from '#content/pages/designer/geometry/rect.ts'

/** A dialog of documents to start from, provided by the features that own pages. */
export type TemplateChooser = ComponentType<{
  opened: boolean
  /** Offers only pages of this size, if there are any. */
  size?: Size
  onPick: (picked: { document: ReadDocument }) => void
  onClose: () => void
}>
