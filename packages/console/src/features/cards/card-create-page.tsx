import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { copyWidgets, type ReadDocument, readDocument } from '@vitrine/contract/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageEditor } from '#features/page-editor.tsx'
import { freePageName } from '#features/page-names.ts'
import { PageThumb } from '#features/page-thumb.tsx'
import { newId } from '#lib/new-id.ts'
import { Page, Section } from '#ui/page.tsx'
import { useCan } from '#ui/use-can.ts'
import { CARD_STARTERS, starterDocument } from './card-starters.ts'
import styles from './cards.module.css'
import { cardsQuery } from './queries.ts'
import { useCardSaving } from './use-card-saving.ts'

/** `cards/create`: what it shall show, then the form. */
export function CardCreatePage() {
  const [document, setDocument] = useState<ReadDocument>()
  return document ? <NewCard document={document} /> : <Choice onChoose={setDocument} />
}

function Choice({ onChoose }: { onChoose: (document: ReadDocument) => void }) {
  const { t } = useTranslation()
  const templates = useQuery(cardsQuery('1'))
  const [starters] = useState(() =>
    CARD_STARTERS.map((starter) => ({ starter, document: starterDocument(starter) })),
  )
  return (
    <Page title={t('cards.addTitle')} breadcrumbs={[{ label: t('cards.title'), to: '/app/cards' }]}>
      <Section title={t('cards.chooseTitle')}>
        <div className={styles.choices}>
          {starters.map(({ starter, document }) => (
            <button
              key={starter}
              type="button"
              className={styles.choice}
              data-starter={starter}
              onClick={() => onChoose(document)}
            >
              <PageThumb document={document} label="" outlines />
              <strong>{t(`cards.starters.${starter}`)}</strong>
            </button>
          ))}
        </div>
      </Section>
      <Section title={t('cards.templatesTitle')}>
        {templates.data?.length === 0 && <p className={styles.note}>{t('cards.templatesEmpty')}</p>}
        {templates.isError && (
          <Button variant="default" onClick={() => void templates.refetch()}>
            {t('failure.retry')}
          </Button>
        )}
        <div className={styles.choices}>
          {templates.data?.map((template) => {
            const document = readDocument(template, WIDGET_FIELDS)
            return (
              <button
                key={template.id}
                type="button"
                className={styles.choice}
                onClick={() =>
                  onChoose({ ...document, widgets: copyWidgets(document.widgets, WIDGET_FIELDS, newId) })
                }
              >
                <PageThumb document={document} label="" />
                <strong>{template.name}</strong>
              </button>
            )
          })}
        </div>
      </Section>
    </Page>
  )
}

function NewCard({ document }: { document: ReadDocument }) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'cards')
  const cards = useQuery(cardsQuery())
  const saving = useCardSaving(undefined, false)
  if (cards.isPending) return null
  const name = freePageName(t('cards.newName'), cards.data ?? [])
  return (
    <PageEditor
      page={{ ...document, name }}
      id=""
      title={t('cards.addTitle')}
      nameLabel={t('cards.name')}
      list={{ label: t('cards.title'), to: '/app/cards' }}
      failed="errors.createCard"
      draftKey="card new"
      mayWrite={mayWrite}
      {...saving}
    />
  )
}
