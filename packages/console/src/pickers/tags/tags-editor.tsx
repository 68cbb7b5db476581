import { Button, Checkbox, TagsInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TAG_LENGTH_MAX, TAGS_PER_ITEM_MAX } from '@vitrine/contract/api/base/tags'
import { searchKey } from '@vitrine/contract/search-key'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/server/transport.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { ImpactLine } from '#pickers/impact/impact-line.tsx'
import { TAGGED, type TaggedItem, type TaggedList, tagsQuery } from '#queries/tags.ts'
import { TagChips } from './tag-chips.tsx'
import styles from './tags.module.css'

interface TagsEntryProps {
  label: string
  value: readonly string[]
  onChange: (tags: string[]) => void
}

function TagsEntry({ label, value, onChange }: TagsEntryProps) {
  const { t } = useTranslation()
  const { data: known = [] } = useQuery(tagsQuery())
  const names = new Map(known.map(({ name }) => [searchKey(name), name]))
  return (
    <TagsInput
      label={label}
      placeholder={value.length === 0 ? t('tags.placeholder') : undefined}
      value={[...value]}
      onChange={(next) => onChange(distinct(next, names))}
      data={[...names.values()]}
      maxTags={TAGS_PER_ITEM_MAX}
      maxLength={TAG_LENGTH_MAX}
      splitChars={[',', ';']}
      acceptValueOnBlur
      // Below, the suggestions would cover the dialog's button.
      comboboxProps={{ position: 'top' }}
      className={styles.entry}
    />
  )
}

/** Without repetitions, and in the spelling that the organization uses. */
function distinct(tags: readonly string[], known: ReadonlyMap<string, string>): string[] {
  const found = new Map<string, string>()
  for (const tag of tags) {
    const key = searchKey(tag)
    if (key && !found.has(key)) found.set(key, known.get(key) ?? tag.trim())
  }
  return [...found.values()]
}

interface TagsEditorProps {
  of: TaggedList
  item: TaggedItem
  /** Whether the current user may change the item, where it is. */
  mayChange: boolean
  label?: string
}

/** A thing's tags in its details. Saved immediately: they belong to no version of it. */
export function TagsEditor({ of, item, mayChange, label }: TagsEditorProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { lists, write } = TAGGED[of]
  const { id, tags = NONE } = item
  const from = tags.join(',')
  const [edit, setEdit] = useState<{ from: string; tags: readonly string[] }>()
  const shown = edit?.from === from ? edit.tags : tags
  const save = async (next: readonly string[]) => {
    setEdit({ from, tags: next })
    const add = next.filter((tag) => !shown.includes(tag))
    const remove = shown.filter((tag) => !next.includes(tag))
    try {
      const { refused } = await write({ ids: [id], add, remove })
      const [refusal] = refused
      if (refusal) throw new ApiError(413, refusal)
      for (const queryKey of lists) void client.invalidateQueries({ queryKey })
    } catch (error) {
      setEdit({ from, tags: shown })
      notify({ kind: 'negative', message: failureText(error, 'tags.failed') })
    }
  }
  if (mayChange)
    return <TagsEntry label={label ?? t('tags.title')} value={shown} onChange={(next) => void save(next)} />
  return <TagChips tags={tags} most={TAGS_PER_ITEM_MAX} />
}
const NONE: readonly string[] = []

interface TagsFormProps {
  of: TaggedList
  items: readonly TaggedItem[]
  onApply: (change: { add: string[]; remove: string[] }) => void
}

/** Adds tags to things, and removes those that they have. */
export function TagsForm({ of, items, onApply }: TagsFormProps) {
  const { t } = useTranslation()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const counts = new Map<string, number>()
  for (const { tags = NONE } of items) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const { data: known = [] } = useQuery(tagsQuery())
  const place = (tag: string) => known.findIndex(({ name }) => name === tag)
  const change = { add, remove: remove.filter((tag) => !add.includes(tag)) }
  const isChanged = add.length + remove.length > 0
  const { impact } = TAGGED[of]
  const ask = impact && isChanged ? () => impact({ ids: items.map(({ id }) => id), ...change }) : undefined
  const present = [...counts].sort(([a], [b]) => place(a) - place(b))
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(change)
      }}
    >
      <TagsEntry label={t('tags.add', { count: items.length })} value={add} onChange={setAdd} />
      {present.length > 0 && (
        <Checkbox.Group label={t('tags.remove')} value={remove} onChange={setRemove}>
          <div className={styles.remove}>
            {present.map(([tag, count]) => (
              <Checkbox
                key={tag}
                value={tag}
                label={items.length > 1 ? t('tags.ofItems', { tag, count }) : tag}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <ImpactLine of={change} ask={ask} />
      <Button type="submit" className={styles.apply} disabled={!isChanged}>
        {t('tags.apply')}
      </Button>
    </form>
  )
}
