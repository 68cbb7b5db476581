import { Badge, Textarea } from '@mantine/core'
import { directionOf } from '@vitrine/contract/document/page-languages'
import { needsTranslation, textsOf, translationsOf } from '@vitrine/contract/document/translated-page'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import shared from '#content/pages/designer/panels/panels.module.css'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { languageName } from '#lib/text/screen-language.ts'
import { useExpanded } from '#pictures/pages/use-expanded.ts'
import styles from './languages.module.css'
import { withTranslation } from './page-translations.ts'

/** The texts of the page, or of the selected widgets, each with its translation. */
export function TextsPanel({ language }: { language: string }) {
  const { t, i18n } = useTranslation()
  const stored = useDesignerState((state) => state.page)
  const { document: page } = useExpanded(stored)
  const selection = useDesignerState((state) => state.selection)
  const widgets = page.widgets.filter(({ id, of = id }) => selection.length === 0 || selection.includes(of))
  const texts = [...new Set(widgets.flatMap((widget) => textsOf(widget, WIDGET_FIELDS)))]
  const known = translationsOf(page.languages, language) ?? new Map<string, string>()
  const missing = texts.filter((text) => needsTranslation(text) && !known.has(text)).length
  const name = languageName(language, i18n.language)
  return (
    <>
      <div className={`${shared.section} ${shared.stack}`}>
        <strong>{t('pageLanguages.textsIn', { language: name })}</strong>
        <p className={styles.note}>{t('pageLanguages.panelText')}</p>
        {page.languages?.mirror && directionOf(language) !== directionOf(page.languages.own) && (
          <p className={styles.note}>{t('pageLanguages.mirroredInPreview')}</p>
        )}
        {texts.length > 0 && (
          <Badge color={missing > 0 ? 'yellow' : 'green'} variant="light" tt="none" role="status">
            {missing > 0 ? t('pageLanguages.missing', { count: missing }) : t('pageLanguages.complete')}
          </Badge>
        )}
      </div>
      <div className={`${shared.section} ${shared.stack}`}>
        {texts.length === 0 && <p className={styles.note}>{t('pageLanguages.noTexts')}</p>}
        {texts.map((text) => (
          <TextField key={text} text={text} language={language} value={known.get(text) ?? ''} />
        ))}
      </div>
    </>
  )
}

function TextField({ text, language, value }: { text: string; language: string; value: string }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const id = useId()
  const isMissing = value === '' && needsTranslation(text)
  return (
    <div className={styles.field} data-missing={isMissing}>
      <label htmlFor={id} className={styles.original} dir="auto">
        {text}
      </label>
      <Textarea
        id={id}
        autosize
        minRows={1}
        maxRows={8}
        dir={value === '' ? directionOf(language) : 'auto'}
        lang={language}
        placeholder={isMissing ? t('pageLanguages.untranslated') : t('pageLanguages.same')}
        value={value}
        onChange={(event) =>
          designer.commit(
            withTranslation(designer.state.page, language, text, event.currentTarget.value),
            { name: 'edit', count: 1 },
            `translate ${language} ${text}`,
          )
        }
      />
    </div>
  )
}
