import { Button, Group, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import {
  COMMENT_MENTIONS_MAX,
  COMMENT_TEXT_MAX,
  type CommentPerson,
} from '@vitrine/contract/api/content/comments'
import { searchKey } from '@vitrine/contract/search-key'
import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { commentPeopleQuery } from '#queries/comments.ts'
import styles from './comments.module.css'
import { typedMention, withMention } from './mentioning.ts'

/** Milliseconds after the last letter, before the server searches. */
const SEARCH_AFTER = 150

export interface Composed {
  text: string
  mentions: string[]
}

interface ComposerProps {
  pageId: string
  label: string
  /** Of the button. */
  action: string
  start?: { text: string; mentions: readonly CommentPerson[] }
  autoFocus?: boolean
  onCancel?: () => void
  /** Resolves to whether it was saved; the text is then cleared. */
  onSend: (composed: Composed) => Promise<boolean>
}

/** A field for a comment: @ offers people, Ctrl+Enter sends. */
export function Composer({ pageId, label, action, start, autoFocus, onCancel, onSend }: ComposerProps) {
  const { t } = useTranslation()
  const composing = useComposing({ pageId, start, onCancel, onSend })
  const { text, field, listId, offered, current, typed, isSending, choose, send } = composing
  return (
    <div className={styles.composer}>
      <Textarea
        ref={field}
        label={label}
        description={t('comments.hint')}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        maxLength={COMMENT_TEXT_MAX}
        value={text}
        data-autofocus={autoFocus || undefined}
        autoFocus={autoFocus}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={offered.length > 0 ? `${listId}-${current}` : undefined}
        onChange={composing.onChange}
        onSelect={composing.onSelect}
        onKeyDown={composing.onKeyDown}
      />
      {offered.length > 0 && <People {...{ listId, current, choose }} people={offered} />}
      <span className="visually-hidden" role="status">
        {typed && offered.length > 0 ? t('comments.offered', { count: offered.length }) : ''}
      </span>
      <Group gap={8} justify="flex-end">
        {onCancel && (
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {t('form.cancel')}
          </Button>
        )}
        <Button
          size="compact-sm"
          loading={isSending}
          disabled={text.trim() === ''}
          onClick={() => void send()}
        >
          {action}
        </Button>
      </Group>
    </div>
  )
}

/** Puts the caret somewhere once the next text is drawn. */
function useCaretPlace(field: RefObject<HTMLTextAreaElement | null>): (caret: number) => void {
  const placed = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (placed.current === undefined) return
    field.current?.setSelectionRange(placed.current, placed.current)
    placed.current = undefined
  })
  return (caret) => {
    placed.current = caret
  }
}

type Composing = Pick<ComposerProps, 'pageId' | 'start' | 'onCancel' | 'onSend'>

/** What is in the field, and whom it offers. */
function useComposing({ pageId, start, onCancel, onSend }: Composing) {
  const [text, setText] = useState(start?.text ?? '')
  const [people, setPeople] = useState<readonly CommentPerson[]>(start?.mentions ?? [])
  const [caret, setCaret] = useState(0)
  const [isDismissed, setDismissed] = useState(false)
  const [isSending, setSending] = useState(false)
  const [active, setActive] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  const place = useCaretPlace(field)
  const listId = useId()
  const typed = isDismissed ? undefined : typedMention(text, caret)
  const offered = useOffered(pageId, typed?.search)
  const current = Math.min(active, offered.length - 1)

  const choose = (person: CommentPerson) => {
    if (!typed) return
    const next = withMention(text, typed, person.name)
    place(next.caret)
    setText(next.text)
    setCaret(next.caret)
    setPeople((known) => [...known.filter(({ id }) => id !== person.id), person])
    field.current?.focus()
  }
  const send = async () => {
    if (text.trim() === '' || isSending) return
    const mentions = people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)
    setSending(true)
    const isSaved = await onSend({ text, mentions: mentions.slice(0, COMMENT_MENTIONS_MAX) })
    setSending(false)
    if (!isSaved) return
    setText('')
    setPeople([])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const person = offered[current]
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
    else if (person && (event.key === 'Enter' || event.key === 'Tab')) choose(person)
    else if (person && event.key === 'ArrowDown') setActive((current + 1) % offered.length)
    else if (person && event.key === 'ArrowUp') setActive((current + offered.length - 1) % offered.length)
    else if (person && event.key === 'Escape') setDismissed(true)
    else if (event.key === 'Escape' && onCancel) onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    ...{ text, field, listId, offered, current, typed, isSending, choose, send, onKeyDown },
    onChange: ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) => {
      setText(currentTarget.value)
      setCaret(currentTarget.selectionStart)
      setDismissed(false)
      setActive(0)
    },
    onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
      setCaret(currentTarget.selectionStart),
  }
}

interface PeopleProps {
  listId: string
  people: readonly CommentPerson[]
  current: number
  choose: (person: CommentPerson) => void
}

/** On a phone, the keyboard covers what is below the field. */
const showWhole = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' })

function People({ listId, people, current, choose }: PeopleProps) {
  const { t } = useTranslation()
  return (
    <div
      ref={showWhole}
      id={listId}
      role="listbox"
      aria-label={t('comments.people')}
      className={styles.people}
    >
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
        <div
          key={person.id}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
        >
          <bdi>{person.name}</bdi>
        </div>
      ))}
    </div>
  )
}

const NOBODY: readonly CommentPerson[] = []

/** People for a name after an @; none without one. */
function useOffered(pageId: string, search: string | undefined): readonly CommentPerson[] {
  const name = search?.trim() ?? ''
  const [later] = useDebouncedValue(name, SEARCH_AFTER)
  const { data = NOBODY, isPlaceholderData } = useQuery({
    ...commentPeopleQuery(pageId, later),
    enabled: search !== undefined,
  })
  if (search === undefined) return NOBODY
  if (later === name && !isPlaceholderData) return data
  // Until the server answers: Enter must not choose someone whom the name excludes.
  return data.filter((person) => searchKey(person.name).includes(searchKey(name)))
}
