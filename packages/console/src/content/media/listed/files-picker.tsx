import { Button, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { TAG_LENGTH_MAX } from '@vitrine/contract/api/base/tags'
import {
  type FilesRule,
  filesKey,
  LISTED_DAYS_MAX,
  LISTED_KINDS,
  LISTED_MAX,
  LISTED_ORDERS,
  LISTED_TAGS_MAX,
  readFilesRule,
} from '@vitrine/contract/fields/files-rule'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileUrl, useFileToken } from '#lib/files.ts'
import { listedQuery } from '#queries/listed.ts'
import { foldersQuery } from '#queries/media.ts'
import { tagsQuery } from '#queries/tags.ts'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import styles from './listed.module.css'

interface FilesFormProps {
  rule: FilesRule
  onChange: (rule: FilesRule) => void
}

/** Inside the popover, so that choosing doesn't close it. */
const INSIDE = { withinPortal: false } as const

/** Which files a list of a media zone finds, with pictures of those that it holds now. */
export function FilesForm({ rule, onChange }: FilesFormProps) {
  const { t } = useTranslation()
  const set = (change: Partial<FilesRule>) => {
    const next = readFilesRule(JSON.parse(JSON.stringify({ ...rule, ...change })))
    if (next) onChange(next)
  }
  const count = (key: 'days' | 'most', max: number) => (
    <NumberInput
      label={t(`listed.${key}`)}
      min={1}
      max={max}
      value={rule[key] ?? ''}
      onChange={(next) => {
        if (typeof next === 'number') set({ [key]: next })
        else if (next === '' && key === 'days') set({ days: undefined })
      }}
    />
  )
  return (
    <Stack gap={12} w={320}>
      <Tags tags={rule.tags ?? []} onChange={(tags) => set({ tags: tags.length > 0 ? tags : undefined })} />
      <Folder folderId={rule.folderId} onChange={(folderId) => set({ folderId })} />
      <TextInput
        label={t('listed.name')}
        value={rule.name ?? ''}
        maxLength={100}
        onChange={({ currentTarget }) =>
          set({ name: currentTarget.value.trim() ? currentTarget.value : undefined })
        }
      />
      <Select
        label={t('listed.kind')}
        data={LISTED_KINDS.map((value) => ({ value, label: t(`listed.kinds.${value}`) }))}
        placeholder={t('listed.kinds.all')}
        value={rule.kinds?.length === 1 ? (rule.kinds[0] ?? null) : null}
        onChange={(kind) => set({ kinds: LISTED_KINDS.filter((each) => each === kind).slice(0, 1) })}
        clearable
        comboboxProps={INSIDE}
      />
      {count('days', LISTED_DAYS_MAX)}
      <Select
        label={t('listed.order')}
        data={LISTED_ORDERS.map((value) => ({ value, label: t(`listed.orders.${value}`) }))}
        value={rule.order}
        allowDeselect={false}
        onChange={(order) => order && set({ order: order as FilesRule['order'] })}
        comboboxProps={INSIDE}
      />
      {count('most', LISTED_MAX)}
      <Found rule={rule} />
    </Stack>
  )
}

function Tags({ tags, onChange }: { tags: readonly string[]; onChange: (tags: string[]) => void }) {
  const { t } = useTranslation()
  const { data: known = [] } = useQuery(tagsQuery())
  return (
    <TagsInput
      label={t('listed.tags')}
      data={known.flatMap(({ name, kinds }) => (kinds.includes('media') ? [name] : []))}
      value={[...tags]}
      onChange={onChange}
      maxTags={LISTED_TAGS_MAX}
      maxLength={TAG_LENGTH_MAX}
      splitChars={[',', ';']}
      acceptValueOnBlur
      comboboxProps={INSIDE}
    />
  )
}

/** Opens one folder after the other; the opened one, with all below, is the chosen one. */
function Folder({
  folderId,
  onChange,
}: {
  folderId: string | undefined
  onChange: (folderId: string | undefined) => void
}) {
  const { t } = useTranslation()
  const { data } = useInfiniteQuery(foldersQuery(folderId ?? null))
  const path = data?.path ?? []
  const inside = data?.folders ?? []
  const parent = path.at(-2)?.id
  return (
    <fieldset className={styles.folder}>
      <legend>{t('listed.folder')}</legend>
      <p className={styles.path}>
        {folderId === undefined ? t('listed.anyFolder') : path.map(({ name }) => name).join(' / ')}
      </p>
      <div className={styles.steps}>
        {folderId !== undefined && (
          <Button variant="default" size="compact-sm" onClick={() => onChange(parent)}>
            {t('listed.up')}
          </Button>
        )}
        {inside.length > 0 && (
          <Select
            aria-label={t('listed.open')}
            placeholder={t('listed.open')}
            data={inside.map(({ id, name }) => ({ value: id, label: name }))}
            value={null}
            onChange={(id) => id && onChange(id)}
            searchable
            comboboxProps={INSIDE}
          />
        )}
      </div>
    </fieldset>
  )
}

const PAUSE_MS = 300

/** What the list holds now. */
function Found({ rule }: { rule: FilesRule }) {
  const { t } = useTranslation()
  const token = useFileToken()
  const [settled] = useDebouncedValue(filesKey(rule), PAUSE_MS)
  const { data } = useQuery({ ...listedQuery(rule), enabled: settled === filesKey(rule) })
  const [failed, setFailed] = useState<readonly string[]>([])
  if (!data) return null
  return (
    <div role="status" className={styles.found}>
      <p data-tone={data.length === 0 || undefined}>{t('listed.found', { count: data.length })}</p>
      <ul aria-label={t('listed.title')}>
        {data.map(({ id, name, thumbnailId }) => (
          <li key={id} title={name}>
            {thumbnailId && !failed.includes(id) ? (
              <img
                src={fileUrl(`/thumbnail/download/${thumbnailId}`, token)}
                alt={name}
                loading="lazy"
                onError={() => setFailed([...failed, id])}
              />
            ) : (
              <span>{name}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
