import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Modal,
  SegmentedControl,
  Select,
  Stack,
  Text,
} from '@mantine/core'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import {
  directionOf,
  LANGUAGES_MAX,
  languagesOf,
  type PageLanguages,
  TURN_MAX,
  TURN_MIN,
} from '@vitrine/contract/document/page-languages'
import { useTranslation } from 'react-i18next'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { captionLanguages, languageName } from '#lib/text/screen-language.ts'
import { showLanguage, useAsLanguage } from '#pictures/pages/as-language.ts'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import { withLanguages } from './page-translations.ts'

/** Seconds of each language that turns begin with. */
const USUAL_TURN = 10

/** Which languages a page has, and what decides between them. */
export function LanguagesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('pageLanguages.title')}>
      <Languages />
      <Group justify="flex-end" mt={24}>
        <Button onClick={onClose}>{t('pageLanguages.done')}</Button>
      </Group>
    </Modal>
  )
}

function Languages() {
  const { t, i18n } = useTranslation()
  const designer = useDesigner()
  const stored = useDesignerState(({ page }) => page.languages)
  const chosen = useAsLanguage()
  const languages: PageLanguages = stored ?? { own: i18n.language.split('-')[0] ?? 'en', others: [] }
  const set = (next: PageLanguages) =>
    designer.commit(withLanguages(designer.state.page, next), { name: 'edit', count: 1 })
  const choices = (kept: string) => {
    const free = captionLanguages().filter(
      ({ value }) => value === kept || !languagesOf(languages).includes(value),
    )
    const isListed = kept === '' || free.some(({ value }) => value === kept)
    return isListed ? free : [{ value: kept, label: languageName(kept, i18n.language) }, ...free]
  }
  const isMixed = languages.others.some(
    ({ language }) => directionOf(language) !== directionOf(languages.own),
  )
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('pageLanguages.text')}
      </Text>
      <Select
        label={t('pageLanguages.own')}
        data={choices(languages.own)}
        value={languages.own}
        disabled={languages.others.length === 0}
        allowDeselect={false}
        searchable
        onChange={(own) => own && set({ ...languages, own })}
      />
      {languages.others.map(({ language }) => (
        <Group key={language} justify="space-between" wrap="nowrap">
          <Text size="sm">{languageName(language, i18n.language)}</Text>
          <ActionIcon
            aria-label={t('fields.removeItem', { name: languageName(language, i18n.language) })}
            onClick={() => {
              if (chosen === language) showLanguage(undefined)
              set({ ...languages, others: languages.others.filter((other) => other.language !== language) })
            }}
          >
            <TrashIcon size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
      ))}
      <Select
        key={languages.others.length}
        label={t('pageLanguages.add')}
        placeholder={t('pageLanguages.choose')}
        data={choices('')}
        value={null}
        disabled={languages.others.length >= LANGUAGES_MAX}
        searchable
        onChange={(language) => {
          if (!language) return
          set({ ...languages, others: [...languages.others, { language, texts: [] }] })
          showLanguage(language)
        }}
      />
      {languages.others.length > 0 && (
        <>
          <div>
            <Text size="sm" fw={500} mb={4}>
              {t('pageLanguages.decides')}
            </Text>
            <Group gap="sm" align="center">
              <SegmentedControl
                aria-label={t('pageLanguages.decides')}
                data={[
                  { value: 'screen', label: t('pageLanguages.byScreen') },
                  { value: 'turns', label: t('pageLanguages.inTurn') },
                ]}
                value={languages.every === undefined ? 'screen' : 'turns'}
                onChange={(next) => {
                  const { every: _, ...rest } = languages
                  set(next === 'turns' ? { ...rest, every: USUAL_TURN } : rest)
                }}
              />
              {languages.every !== undefined && (
                <NumberInput
                  w={120}
                  aria-label={t('pageLanguages.seconds')}
                  suffix=" s"
                  min={TURN_MIN}
                  max={TURN_MAX}
                  allowDecimal={false}
                  value={languages.every}
                  onChange={(every) =>
                    typeof every === 'number' &&
                    every >= TURN_MIN &&
                    every <= TURN_MAX &&
                    set({ ...languages, every })
                  }
                />
              )}
            </Group>
          </div>
          {isMixed && (
            <Checkbox
              label={t('pageLanguages.mirror')}
              description={t('pageLanguages.mirrorText')}
              checked={languages.mirror === true}
              onChange={(event) => {
                const { mirror: _, ...rest } = languages
                set(event.currentTarget.checked ? { ...rest, mirror: true } : rest)
              }}
            />
          )}
        </>
      )}
    </Stack>
  )
}
