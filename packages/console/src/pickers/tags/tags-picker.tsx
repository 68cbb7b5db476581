import { Select } from '@mantine/core'
import { TagIcon } from '@phosphor-icons/react/dist/csr/Tag'
import type { TagKind, TagsAnswer } from '@vitrine/contract/api/base/tags'
import { BULK_PART } from '@vitrine/contract/body-limits'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TAGGED, type TaggedItem, type TaggedList, useTagsOf } from '#queries/tags.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { lazyPart } from '#ui/late/lazy-part.tsx'
import type { BulkActions } from '#ui/list/bulk-bar.tsx'
import type { Selection } from '#ui/list/use-selection.ts'
import { useBulk } from '#ui/work/use-bulk.ts'

const TagsForm = lazyPart(async () => (await import('./tags-editor.tsx')).TagsForm)

interface TagSelectProps {
  kind: TagKind
  value: string | undefined
  onChange: (change: { tag: string | undefined }) => void
}

/** Filters a list by a tag; nothing while no such thing has one. */
export function TagSelect({ kind, value, onChange }: TagSelectProps) {
  const { t } = useTranslation()
  const known = useTagsOf(kind)
  if (known.length === 0 && value === undefined) return null
  const data = value === undefined || known.includes(value) ? known : [...known, value]
  return (
    <Select
      aria-label={t('tags.filter')}
      placeholder={t('tags.filter')}
      w={152}
      clearable
      searchable={data.length > 8}
      value={value ?? null}
      onChange={(tag) => onChange({ tag: tag ?? undefined })}
      data={[...data]}
    />
  )
}

interface Change {
  add: string[]
  remove: string[]
  /** What the server really changed, for *Undo*. */
  answers: TagsAnswer[]
}

/** *Tags…* of selected things, and of one with `ask`. Render `dialog` in the page. */
export function useTagging<Item extends TaggedItem>(of: TaggedList, selection: Selection<Item>) {
  const { t } = useTranslation()
  const [items, setItems] = useState<readonly Item[]>([])
  const [opened, setOpened] = useState(false)
  const { lists, write } = TAGGED[of]
  const ask = (some: readonly Item[]) => {
    setItems(some)
    setOpened(true)
  }
  const { failed, run } = useBulk<Item, Change>({
    selection,
    write: async (ids, { add, remove, answers }) => {
      const answer = await write({ ids, add, remove })
      answers.push(answer)
      return answer
    },
    undo: async (_items, { answers }) => {
      const back = (some: TagsAnswer['added'], body: (tag: string) => Pick<Change, 'add' | 'remove'>) =>
        gathered(some).map(([tag, ids]) => ({ ids, ...body(tag) }))
      for (const body of [
        ...back(
          answers.flatMap(({ added }) => added),
          (tag) => ({ add: [], remove: [tag] }),
        ),
        ...back(
          answers.flatMap(({ removed }) => removed),
          (tag) => ({ add: [tag], remove: [] }),
        ),
      ])
        for (let start = 0; start < body.ids.length; start += BULK_PART)
          await write({ ...body, ids: body.ids.slice(start, start + BULK_PART) })
    },
    invalidates: lists,
  })
  const dialog = (
    <FormDialog opened={opened} onClose={() => setOpened(false)} title={t('tags.title')}>
      <TagsForm
        of={of}
        items={items}
        onApply={(change) => {
          setOpened(false)
          void run(items, { ...change, answers: [] })
        }}
      />
    </FormDialog>
  )
  const action = { id: 'tags', label: t('tags.action'), icon: TagIcon, run: () => ask(selection.items) }
  const entryOf = (item: Item) => ({ id: 'tags', label: t('tags.action'), run: () => ask([item]) })
  return { failed, action, entryOf, dialog }
}

type Removal<Item> = Pick<BulkActions<Item>, 'failed' | 'actions'> & { dialog: ReactNode }

/** The bulk actions of a list whose items can be tagged and deleted; `tagsOf` is the entry of one item's menu. */
export function useTagsAndDeletion<Item extends TaggedItem>(
  of: TaggedList,
  selection: Selection<Item>,
  { failed = [], actions, dialog }: Removal<Item>,
) {
  const tagging = useTagging(of, selection)
  return {
    tagsOf: tagging.entryOf,
    bulk: {
      selection,
      failed: [...tagging.failed, ...failed],
      actions: [tagging.action, ...actions],
    },
    dialogs: (
      <>
        {tagging.dialog}
        {dialog}
      </>
    ),
  }
}

/** The ids of each tag, of several answers. */
function gathered(some: TagsAnswer['added']): [string, string[]][] {
  const byTag = new Map<string, string[]>()
  for (const { tag, ids } of some) byTag.set(tag, [...(byTag.get(tag) ?? []), ...ids])
  return [...byTag]
}
