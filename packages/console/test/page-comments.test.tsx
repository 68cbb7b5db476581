// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { ListedComment, PageComment } from '@vitrine/contract/api/content/comments'
import { afterEach, expect, test } from 'vitest'
import { closeComments } from '#content/pages/comments/comments-state.ts'
import { openConsole, setUpConsole } from '#test/console-window.tsx'
import { eventStream } from '#test/event-stream.ts'
import { refuse } from '#test/fake-server.ts'
import { ONE_OF_EACH, sample } from '#test/samples.ts'

setUpConsole()
afterEach(closeComments)

const own = { id: 'c1', pageId: 'y1', text: 'Too small', author: 'Ada', isOwn: true, widget: null }
const comment = sample(PageComment, { ...own, resolved: null, replies: [] })
const listed = sample(ListedComment, { ...own, resolved: null, replyCount: 0 })

async function openComment(remove: () => unknown) {
  const events = eventStream()
  let isThere = true
  const console = openConsole('/app/layouts/design/y1?comment=c1', {
    ...ONE_OF_EACH,
    'watch.stream': events.answer,
    'comments.list': () => ({ comments: isThere ? [listed] : [] }),
    'comments.get': () => (isThere ? { comment } : refuse(404, { message: '', errKey: 'NOT_FOUND' })),
    'comments.remove': async () => {
      const answer = remove()
      isThere = answer !== DELETED
      // Everyone hears of it, also before the answer arrives.
      events.send('edited', { topics: ['comments'] })
      await new Promise((resolve) => setTimeout(resolve, 50))
      return answer
    },
  })
  await console.page().findByText('Too small')
  events.send('hello', {})
  await console.press('Delete')
  await console.press('Delete')
  return console
}
const DELETED = { id: 'c1' }

test('a deleted comment isn’t loaded again, and the list is shown', async () => {
  const { server, page } = await openComment(() => DELETED)
  const loaded = server.named('comments.get').length
  await page().findByText(/^No open comments/)
  expect(server.named('comments.remove')).toHaveLength(1)
  expect(server.named('comments.get')).toHaveLength(loaded)
})

test('a comment that couldn’t be deleted stays open', async () => {
  const { server } = await openComment(() => refuse(500))
  const loaded = server.named('comments.get').length
  await waitFor(() => expect(server.named('comments.get').length).toBeGreaterThan(loaded))
  expect(document.querySelector('aside[data-comments]')?.textContent).toContain('Too small')
})
