import { templateDocument } from '@vitrine/widgets/template-document'
import { TEMPLATES } from '@vitrine/widgets/templates'
import type { TFunction } from 'i18next'

// The built-in templates with their names, in a chunk that loads when a gallery opens.

export { TEMPLATES, templateDocument }

export const nameOf = (id: string, t: TFunction): string =>
  t(`templateGallery.names.${id}` as 'templateGallery.names.welcome')
