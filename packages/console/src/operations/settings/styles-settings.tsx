import { useTranslation } from 'react-i18next'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { Section } from '#ui/page/page.tsx'

const StylesList = lazyPart(async () => (await import('#content/pages/styles/styles-list.tsx')).StylesList)

/** The named text styles and colors of the organization. */
export function StylesSettings() {
  const { t } = useTranslation()
  return (
    <Section title={t('styles.title')} text={t('styles.text')}>
      <Waiting>
        <StylesList />
      </Waiting>
    </Section>
  )
}
