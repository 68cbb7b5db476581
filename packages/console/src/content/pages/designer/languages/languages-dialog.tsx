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

interface PartProps {
  languages: PageLanguages
  set: (languages: PageLanguages) => void
}

function Languages() {
  const { t, i18n } = useTranslation()
  const designer = useDesigner()
  const stored = useDesignerState(({ page }) => page.languages)
  const languages: PageLanguages = stored ?? { own: i18n.language.split('-')[0] ?? 'en', others: [] }
  const set = (next: PageLanguages) =>
    designer.commit(withLanguages(designer.state.page, next), { name: 'edit', count: 1 })
  const parts = { languages, set }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('pageLanguages.text')}
      </Text>
      <Select
        label={t('pageLanguages.own')}
        data={choicesFor(languages, i18n.language, languages.own)}
        value={languages.own}
        disabled={languages.others.length === 0}
        allowDeselect={false}
        searchable
        onChange={(own) => own && set({ ...languages, own })}
      />
      <Others {...parts} />
      {languages.others.length > 0 && (
        <>
          <Deciding {...parts} />
          <Mirroring {...parts} />
        </>
      )}
    </Stack>
  )
}

/** Languages that a page doesn't have yet, and the one that is kept. */
function choicesFor(languages: PageLanguages, spoken: string, kept = '') {
  const free = captionLanguages().filter(
    ({ value }) => value === kept || !languagesOf(languages).includes(value),
  )
  const isListed = kept === '' || free.some(({ value }) => value === kept)
  return isListed ? free : [{ value: kept, label: languageName(kept, spoken) }, ...free]
}

function Others({ languages, set }: PartProps) {
  const { t, i18n } = useTranslation()
  const chosen = useAsLanguage()
  const { others } = languages
  return (
    <>
      {others.map(({ language }) => {
        const name = languageName(language, i18n.language)
        return (
          <Group key={language} justify="space-between" wrap="nowrap">
            <Text size="sm">{name}</Text>
            <ActionIcon
              aria-label={t('fields.removeItem', { name })}
              onClick={() => {
                if (chosen === language) showLanguage(undefined)
                set({ ...languages, others: others.filter((other) => other.language !== language) })
              }}
            >
              <TrashIcon size={16} aria-hidden="true" />
            </ActionIcon>
          </Group>
        )
      })}
      <Select
        key={others.length}
        label={t('pageLanguages.add')}
        placeholder={t('pageLanguages.choose')}
        data={choicesFor(languages, i18n.language)}
        value={null}
        disabled={others.length >= LANGUAGES_MAX}
        searchable
        onChange={(language) => {
          if (!language) return
          set({ ...languages, others: [...others, { language, texts: [] }] })
          showLanguage(language)
        }}
      />
    </>
  )
}

/** Whether screens decide, or languages take turns. */
function Deciding({ languages, set }: PartProps) {
  const { t } = useTranslation()
  const { every, ...rest } = languages
  return (
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
          value={every === undefined ? 'screen' : 'turns'}
          onChange={(next) => set(next === 'turns' ? { ...rest, every: USUAL_TURN } : rest)}
        />
        {every !== undefined && (
          <NumberInput
            w={120}
            aria-label={t('pageLanguages.seconds')}
            suffix=" s"
            min={TURN_MIN}
            max={TURN_MAX}
            allowDecimal={false}
            value={every}
            onChange={(next) =>
              typeof next === 'number' &&
              next >= TURN_MIN &&
              next <= TURN_MAX &&
              set({ ...rest, every: next })
            }
          />
        )}
      </Group>
    </div>
  )
}

function Mirroring({ languages, set }: PartProps) {
  const { t } = useTranslation()
  const { mirror, ...rest } = languages
  const own = directionOf(languages.own)
  if (languages.others.every(({ language }) => directionOf(language) === own)) return null
  return (
    <Checkbox
      label={t('pageLanguages.mirror')}
      description={t('pageLanguages.mirrorText')}
      checked={mirror === true}
      onChange={(event) => set(event.currentTarget.checked ? { ...rest, mirror: true } : rest)}
    />
  )
}
