import { useQueryClient } from '@tanstack/react-query'
import { type LayoutDocument, readDocument, writeDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useTranslation } from 'react-i18next'
import { cardsKey, cardsQuery } from '#features/cards/queries.ts'
import { api } from '#lib/api.ts'
import { freePageName } from '#lib/text/page-names.ts'
import { useAction } from '#ui/work/use-write.ts'
import { copyOf, type TemplateChoice, useBuiltInTemplates, useOwnTemplates } from './use-templates.ts'

/** The template that an address names, with ids of its own; `undefined` while it is asked for, null when there is none. */
export function useTemplate(key: string | undefined): TemplateChoice | null | undefined {
  const builtIn = useBuiltInTemplates({ enabled: key !== undefined })
  const own = useOwnTemplates()
  if (key === undefined) return null
  const found = builtIn?.find((one) => one.key === key) ?? own.choices.find((one) => one.key === key)
  if (found) return { ...found, document: copyOf(found.document) }
  return own.query.isPending || !builtIn ? undefined : null
}

/** Keeps a card or a layout as a template of the organization. Templates and cards share their names. */
export function useSaveAsTemplate() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useAction({
    write: async (page: LayoutDocument & { name: string; thumbnailId?: string | null }) => {
      const lists = [cardsQuery(), cardsQuery('1')].map((query) => client.fetchQuery(query))
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
