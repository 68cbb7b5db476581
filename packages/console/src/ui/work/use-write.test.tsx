import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { overlay } from '#lib/overlay.ts'
import { ApiError } from '#lib/server/transport.ts'
import { addTexts } from '#lib/text/i18n.ts'
import { toasts } from '#lib/toasts.ts'
import texts from '#locales/en-us.json'
import start from '#locales/en-us-start.json'
import { useAction, useWrite } from './use-write.ts'
import { useWriteEach } from './use-write-each.ts'

/** Returns a hook's value outside its component, to call it like a button. */
function hook<T>(use: () => T, client = new QueryClient()): T {
  let taken: T | undefined
  function Component() {
    taken = use()
    return null
  }
  renderToString(
    <QueryClientProvider client={client}>
      <Component />
    </QueryClientProvider>,
  )
  if (taken === undefined) throw new Error('The hook answered nothing')
  return taken
}

const done = () => 'Saved'

const latest = () => toasts.getState().showing.at(-1)

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-us',
    lowerCaseLng: true,
    resources: {},
    interpolation: { prefix: '%{', suffix: '}' },
  })
  addTexts(start)
  addTexts(texts)
})
beforeEach(() => toasts.setState({ showing: [], history: [] }))

describe('a write', () => {
  test('X-001, X-014: a failure shows a negative toast with the action’s text, and rejects for the form', async () => {
    const save = hook(() =>
      useWrite({ write: () => Promise.reject(new ApiError(500)), done, failed: 'errors.createBuilding' }),
    )
    await expect(save(undefined)).rejects.toBeInstanceOf(ApiError)
    expect(latest()).toMatchObject({ kind: 'negative', message: 'Failed to create new Building' })
    expect(latest()?.title).toBeUndefined()
  })

  test('X-022, G-029: the overlay shows during the call and disappears however it ends', async () => {
    const counts: number[] = []
    const run = (write: () => Promise<unknown>) => hook(() => useAction({ write, done }))(undefined)
    const watched = async () => counts.push(overlay.getState().count)
    await run(watched)
    await run(async () => {
      await watched()
      throw new ApiError(500)
    })
    await run(async () => {
      await watched()
      throw new Error('bug')
    })
    expect(counts).toEqual([1, 1, 1])
    expect(overlay.getState().count).toBe(0)
  })

  test('a success shows a positive toast and refetches the changed lists', async () => {
    const client = new QueryClient()
    client.setQueryData(['buildings'], [])
    const save = hook(() => useWrite({ write: async () => 1, done, invalidates: [['buildings']] }), client)
    await save(undefined)
    expect(latest()).toMatchObject({ kind: 'positive', message: 'Saved' })
    expect(client.getQueryState(['buildings'])?.isInvalidated).toBe(true)
  })

  test.each([
    ['field errors', 400, { errKey: 'INVALID', errors: { name: 'Name exists before' } }, 'Some of what'],
    ['a conflict', 409, { errKey: 'CONFLICT' }, 'Someone else changed this'],
    ['a missing permission', 403, { errKey: 'FORBIDDEN' }, "You don't have permission"],
    ['no server', 0, {}, "Can't reach the server"],
  ] as const)(
    'X-001, X-012: %s shows a negative toast, of a form and of a button',
    async (_, status, body, reason) => {
      const refusal = new ApiError(status, body)
      const options = { write: () => Promise.reject(refusal), done, failed: 'errors.updateUser' } as const
      await expect(hook(() => useWrite(options))(undefined)).rejects.toBe(refusal)
      expect(await hook(() => useAction(options))(undefined)).toBe(false)
      const expected = expect.stringContaining(`Failed to update User\n${reason}`)
      const toast = expect.objectContaining({ kind: 'negative', message: expected })
      expect(toasts.getState().showing).toEqual([toast, toast])
    },
  )
})

describe('the same change to several items', () => {
  test('failed items are returned in order, the others stay changed', async () => {
    const change = hook(() =>
      useWriteEach<number>({
        write: async (item) => {
          if (item % 2) throw new ApiError(403, { errKey: 'FORBIDDEN' })
        },
        invalidates: [],
      }),
    )
    const failed = await change([5, 2, 3, 4, 1])
    expect(failed.map(({ item }) => item)).toEqual([5, 3, 1])
    expect(failed[0]?.reason).toBe("You don't have permission to do this. Ask an administrator.")
    expect(latest()).toMatchObject({
      kind: 'negative',
      message: "3 items weren't changed.\nYou don't have permission to do this. Ask an administrator.",
    })
    expect(await change([2, 4])).toEqual([])
    expect(latest()?.kind).toBe('positive')
  })
})

describe('undoing', () => {
  test('a success message offers undo, runs it, and reports the result', async () => {
    const calls: unknown[] = []
    const save = hook(() =>
      useWrite({
        write: async (name: string) => `${name} stored`,
        done,
        undo: async (...facts) => calls.push(facts),
      }),
    )
    await save('Lobby')
    latest()?.undo?.()
    await expect.poll(() => latest()?.message).toBe('Change undone.')
    expect(calls).toEqual([['Lobby', 'Lobby stored']])
  })

  test('of several items undoes each, and reports a failure', async () => {
    const back: number[] = []
    const move = hook(() =>
      useWriteEach<number>({ write: async () => {}, undo: async (n) => back.push(n), invalidates: [] }),
    )
    await move([1, 2, 3])
    latest()?.undo?.()
    await expect.poll(() => latest()?.message).toBe('Change undone.')
    expect(back).toEqual([1, 2, 3])

    const stuck = hook(() =>
      useWrite({ write: async () => {}, done, undo: () => Promise.reject(new ApiError(500)) }),
    )
    await stuck(undefined)
    latest()?.undo?.()
    await expect.poll(() => latest()?.message).toBe('Failed to undo')
  })

  test('offers no undo for a write that has none', async () => {
    await hook(() => useWrite({ write: async () => {}, done }))(undefined)
    expect(latest()?.undo).toBeUndefined()
  })
})
