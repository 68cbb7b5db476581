import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { directionOf, languageAt, languageFor, localeIn } from '@vitrine/contract/document/page-languages'
import { missingTexts, pageIn, textsOf, translationsOf } from '@vitrine/contract/document/translated-page'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { AnswerValue, Host } from '@vitrine/widgets/host'
import { useMemo } from 'react'
import { useStep } from './live.ts'

interface Shown {
  document: ReadDocument
  host: Host
}

/**
 * The page in the language that it shows now, and the host of its widgets. Designs show its own language unless another one is
 * chosen, and mark the texts that it lacks.
 */
export function usePageLanguage(document: ReadDocument, host: Host): Shown {
  const { languages } = document
  const isFree = languages !== undefined && host.language === undefined && host.mode !== 'design'
  const step = isFree ? (languages.every ?? 0) * 1000 : 0
  const now = useStep(host, step)
  const language = languages && shownLanguage(document, host, now)
  return useMemo(() => {
    if (!languages || language === undefined) return { document, host }
    if (language === languages.own && languages.every === undefined && host.language === undefined)
      return { document, host }
    const locale = localeIn(language, host.locale)
    const answer = answersIn(document, language, host)
    const shown = { ...host, locale, dir: directionOf(locale), ...(answer && { answer }) }
    return {
      document:
        host.mode === 'design' ? designIn(document, language) : pageIn(document, WIDGET_FIELDS, language),
      host: shown,
    }
  }, [document, languages, language, host])
}

function shownLanguage({ languages }: ReadDocument, host: Host, now: number): string | undefined {
  if (!languages) return undefined
  if (host.language !== undefined) return languageFor(languages, host.language)
  return host.mode === 'design' ? languages.own : languageAt(languages, host.locale, now)
}

/** The mark before a text that isn't translated. */
const MARK = '\u26a0\ufe0e '
/** How visible widgets with such texts are, in percent. */
const DIM = 50

/** In designs, places stay: people move widgets there. */
function designIn(document: ReadDocument, language: string): ReadDocument {
  const { mirror: _, ...languages } = document.languages ?? { own: language, others: [] }
  const missing = new Set(missingTexts(document, WIDGET_FIELDS, language))
  const shown = pageIn({ ...document, languages }, WIDGET_FIELDS, language, (text) => MARK + text)
  return {
    ...shown,
    widgets: shown.widgets.map((widget, index) => {
      const original = document.widgets[index]
      const isMissing = original && textsOf(original, WIDGET_FIELDS).some((text) => missing.has(text))
      return isMissing ? { ...widget, frame: { ...widget.frame, opacity: DIM } } : widget
    }),
  }
}

/** Answers are stored in the page's own language, whatever visitors read. */
function answersIn(document: ReadDocument, language: string, host: Host): Host['answer'] | undefined {
  const known = translationsOf(document.languages, language)
  if (!known) return undefined
  const originals = new Map([...known].map(([of, to]) => [to, of]))
  const own = (text: string) => originals.get(text) ?? text
  return (id, value: AnswerValue) =>
    host.answer(id, Array.isArray(value) ? value.map(own) : typeof value === 'string' ? own(value) : value)
}
