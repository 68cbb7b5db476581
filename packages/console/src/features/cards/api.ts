import { useQueryClient } from '@tanstack/react-query'
import type { LayoutDocument } from '@vitrine/contract/api/page-document'
import { readDocument, writeDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useTranslation } from 'react-i18next'
import { copyOf } from '#features/templates/api.ts'
import { ownTemplatesQuery } from '#features/templates/queries.ts'
import { api } from '#lib/api.ts'
import { freePageName } from '#lib/text/page-names.ts'
import { useAction } from '#ui/work/use-write.ts'
import { cardsKey, cardsQuery } from './queries.ts'

/** Saves a card or a layout as a template of the organization. Templates and cards share their names. */
export function useSaveAsTemplate() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useAction({
    write: async (page: LayoutDocument & { name: string; thumbnailId?: string | null }) => {
      const lists = [cardsQuery(), ownTemplatesQuery()].map((query) => client.fetchQuery(query))
      const taken = (await Promise.all(lists)).flat()
      const name = freePageName(t('templates.nameOf', { name: page.name }), taken)
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
