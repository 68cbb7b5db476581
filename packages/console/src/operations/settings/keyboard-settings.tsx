import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Section } from '#ui/page/page.tsx'
import { setShortcutsOn, shortcutsOn } from '#ui/shortcuts.ts'

export function KeyboardSettings() {
  const { t } = useTranslation()
  const { on } = useStore(shortcutsOn)
  return (
    <Section title={t('shortcuts.title')} text={t('settings.keyboardText')}>
      <Switch
        label={t('shortcuts.on')}
        description={t('shortcuts.onText')}
        checked={on}
        onChange={(event) => setShortcutsOn(event.currentTarget.checked)}
      />
    </Section>
  )
}
