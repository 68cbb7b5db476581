import { Badge, Button, Menu } from '@mantine/core'
import { TranslateIcon } from '@phosphor-icons/react/dist/csr/Translate'
import { missingTexts } from '@vitrine/contract/document/translated-page'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDesignerState, useLaterPage } from '#content/pages/designer/state/use-designer.ts'
import { languageName } from '#lib/text/screen-language.ts'
import { showLanguage, useAsLanguage } from '#pictures/pages/as-language.ts'
import { useExpanded } from '#pictures/pages/use-expanded.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'

const LanguagesDialog = lateDialog(async () => (await import('./languages-dialog.tsx')).LanguagesDialog)

/** Switches the language that the canvas shows, and says how many texts each lacks. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation()
  const [opened, setOpened] = useState(false)
  const languages = useDesignerState(({ page }) => page.languages)
  const { document: page } = useExpanded(useLaterPage())
  const chosen = useAsLanguage()
  useEffect(() => () => showLanguage(undefined), [])
  const nameOf = (tag: string) => languageName(tag, i18n.language)
  const shown = languages?.others.find(({ language }) => language === chosen)?.language ?? languages?.own
  return (
    <>
      {languages && shown !== undefined ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="default"
              size="compact-md"
              leftSection={<TranslateIcon size={16} aria-hidden="true" />}
              aria-label={t('pageLanguages.shown', { language: nameOf(shown) })}
            >
              {nameOf(shown)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => showLanguage(undefined)}>{nameOf(languages.own)}</Menu.Item>
            {languages.others.map(({ language }) => (
              <Menu.Item
                key={language}
                onClick={() => showLanguage(language)}
                rightSection={<Missing count={missingTexts(page, WIDGET_FIELDS, language).length} />}
              >
                {nameOf(language)}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item onClick={() => setOpened(true)}>{t('pageLanguages.settings')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={t('pageLanguages.title')}
          title={t('pageLanguages.title')}
          onClick={() => setOpened(true)}
        >
          <TranslateIcon size={18} aria-hidden="true" />
        </Button>
      )}
      <LanguagesDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

function Missing({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <Badge size="sm" color="yellow" variant="light" tt="none">
      {t('pageLanguages.missing', { count })}
    </Badge>
  )
}
