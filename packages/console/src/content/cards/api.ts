import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { readDocument, writeDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useTranslation } from 'react-i18next'
import { copyOf } from '#content/templates/api.ts'
import { api } from '#lib/api.ts'
import { cardsKey, freeCardName } from '#queries/cards.ts'
import { useAction } from '#ui/work/use-write.ts'

/** Saves a card or a layout as a template of the organization. Templates and cards share their names. */
export function useSaveAsTemplate() {
  const { t } = useTranslation()
  return useAction({
    write: async (page: LayoutDocument & { name: string; thumbnailId?: string | null }) => {
      const name = await freeCardName(t('templates.nameOf', { name: page.name }))
      const document = writeDocument(copyOf(readDocument(page, WIDGET_FIELDS)), WIDGET_FIELDS)
      return api.designs.create({
        body: { name, ...document, thumbnailId: page.thumbnailId, isTemplate: true },
      })
    },
    failed: 'errors.createTemplate',
    done: 'templates.saved',
    invalidates: [cardsKey],
  })
}
