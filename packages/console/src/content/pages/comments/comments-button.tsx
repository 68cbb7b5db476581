import { Button } from '@mantine/core'
import { ChatCircleTextIcon } from '@phosphor-icons/react/dist/csr/ChatCircleText'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { commentsQuery } from '#queries/comments.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { closeComments, commentsState, showComment } from './comments-state.ts'

interface CommentsButtonProps {
  /** Empty until the first save. */
  pageId: string
  className?: string | undefined
  /** Where the button is among others with texts. */
  withText?: boolean
}

/** Opens the comments of the page, with the number of open ones. A link to a comment opens it. */
export function CommentsButton({ pageId, className, withText = false }: CommentsButtonProps) {
  const { t } = useTranslation()
  const mayRead = useCan('read', 'comments')
  const opened = useStore(commentsState, (state) => state.opened)
  const { data = [] } = useQuery({ ...commentsQuery(pageId), enabled: mayRead && pageId !== '' })
  const linked = useRouterState({ select: ({ location }) => linkedComment(location.search) })
  const count = data.filter(({ resolved }) => resolved === null).length
  useEffect(() => {
    if (linked) showComment(linked)
  }, [linked])
  if (!mayRead || pageId === '') return null
  const label = t('comments.button', { count })
  const icon = <ChatCircleTextIcon size={16} aria-hidden="true" />
  return (
    <Button
      variant={className ? 'transparent' : 'default'}
      className={className}
      leftSection={(withText || count > 0) && icon}
      aria-label={label}
      title={withText ? undefined : t('comments.title')}
      aria-expanded={opened}
      onClick={() => (opened ? closeComments() : showComment(null))}
    >
      {withText ? label : count || icon}
    </Button>
  )
}

/** The comment that an address leads to. */
const linkedComment = (search: unknown): string | undefined => {
  const { comment } = search as { comment?: unknown }
  return typeof comment === 'string' && comment !== '' ? comment : undefined
}

const DesignerComments = lazyPart(async () => (await import('./placed-comments.tsx')).DesignerComments)

/** The comments of the designed page, once there are some or someone opens them. */
export function LateComments({ id }: { id: string }) {
  const opened = useStore(commentsState, (state) => state.opened)
  const mayRead = useCan('read', 'comments') && id !== ''
  const { data = [] } = useQuery({ ...commentsQuery(id), enabled: mayRead })
  if (!mayRead || (!opened && data.length === 0)) return null
  return (
    <Waiting quiet>
      <DesignerComments id={id} opened={opened} />
    </Waiting>
  )
}
