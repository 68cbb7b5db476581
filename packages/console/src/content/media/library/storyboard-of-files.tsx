import { Button, Group, NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Media } from '@vitrine/contract/api/content/media'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '#lib/query.ts'
import { failureText } from '#lib/text/error-text.ts'
import { cardsKey, freeCardName } from '#queries/cards.ts'
import { makeCardOf } from '#queries/make-card.ts'
import { makeStoryboardOfCards } from '#queries/make-storyboard.ts'
import { storyboardsKey } from '#queries/storyboards.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'

/** Names have at most 100 characters, including a number appended to them. */
const LONGEST = 90
const SECONDS = 15
type As = 'pages' | 'zone'

interface StoryboardOfFilesProps {
  opened: boolean
  files: readonly Media[]
  onClose: () => void
}

/** Creates a storyboard of files: one page each, or a single page whose zone plays them in turn. */
export function StoryboardOfFiles({ opened, files, onClose }: StoryboardOfFilesProps) {
  const { t } = useTranslation()
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('media.storyboard.title')}>
      <Form files={files} onClose={onClose} />
    </FormDialog>
  )
}

function Form({ files, onClose }: Omit<StoryboardOfFilesProps, 'opened'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [as, setAs] = useState<As>('pages')
  const [seconds, setSeconds] = useState<number | string>(SECONDS)
  const make = useMaking(files)
  const isWhole = name.trim() !== '' && typeof seconds === 'number'
  const submit = async () => {
    if (!isWhole) return
    const storyboard = await make.run({ name: name.trim(), as, seconds })
    if (!storyboard) return
    onClose()
    void navigate({
      to: '/app/storyboard/$type/edit/$id',
      params: { type: storyboard.type, id: storyboard.id },
    })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap={16}>
        <TextInput
          label={t('storyboards.name')}
          withAsterisk
          maxLength={LONGEST}
          dir="auto"
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <AsChoice value={as} onChange={setAs} count={files.length} />
        <NumberInput
          label={t('media.storyboard.seconds')}
          description={t('media.storyboard.secondsText')}
          min={1}
          max={3600}
          allowDecimal={false}
          w={160}
          value={seconds}
          onChange={setSeconds}
        />
        <div role="status">{make.done > 0 && t('media.storyboard.made', make)}</div>
        {make.problem && <p role="alert">{make.problem}</p>}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" loading={make.busy} disabled={!isWhole}>
            {t('media.storyboard.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function AsChoice({ value, onChange, count }: { value: As; onChange: (as: As) => void; count: number }) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      name="as"
      label={t('media.storyboard.as')}
      value={value}
      onChange={(next) => onChange(next === 'zone' ? 'zone' : 'pages')}
    >
      <Stack gap={8} mt={8}>
        {(['pages', 'zone'] as const).map((one) => (
          <Radio
            key={one}
            value={one}
            label={t(`media.storyboard.${one}`, { count })}
            description={t(`media.storyboard.${one}Text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface Wish {
  name: string
  as: As
  seconds: number
}

/** Records created so far: a retry resumes after them. */
function useMaking(files: readonly Media[]) {
  const made = useRef(new Map<string, string>())
  const [done, setDone] = useState(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const cardOf = async (key: string, content: readonly Media[], name: string, seconds: number) => {
    const id = made.current.get(key) ?? (await makeCardOf(content, await freeCardName(name), seconds))
    made.current.set(key, id)
    setDone(made.current.size)
    return id
  }
  const run = async ({ name, as, seconds }: Wish) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const organizationId = files[0]?.organizationId
      if (as === 'zone') {
        const cardId = await cardOf('zone', files, name, seconds)
        const duration = Math.min(86_400, seconds * files.length)
        return await makeStoryboardOfCards({ name, cardIds: [cardId], duration, organizationId })
      }
      const cardIds: string[] = []
      for (const file of files)
        cardIds.push(file.cardId ?? (await cardOf(file.id, [file], file.name.slice(0, LONGEST), seconds)))
      return await makeStoryboardOfCards({ name, cardIds, duration: seconds, organizationId })
    } catch (error) {
      setProblem(failureText(error))
      return undefined
    } finally {
      setBusy(false)
      void queries.invalidateQueries({ queryKey: cardsKey })
      void queries.invalidateQueries({ queryKey: storyboardsKey })
    }
  }
  return { run, busy, problem, done, total: files.length }
}
