// @vitest-environment happy-dom
import { Drawer, Modal } from '@mantine/core'
import { waitFor } from '@testing-library/dom'
import i18next from 'i18next'
import { type ReactNode, useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { notify, toasts } from '#lib/toasts.ts'
import { toastRoom, useToastRoom } from '#ui/toast/toast-room.ts'
import { Toaster } from '#ui/toast/toaster.tsx'
import { expectNotification, notifications, setUpConsole, show } from './console-window.tsx'

setUpConsole()
beforeEach(() => toasts.setState({ showing: [], history: [] }))

const shown = () => document.querySelectorAll<HTMLElement>('[data-kind][role]')

describe('notifications', () => {
  test('X-030, B-005: stay for 5000 ms', async () => {
    vi.useFakeTimers()
    try {
      show(<Toaster />)
      await vi.advanceTimersByTimeAsync(50)
      notify({ kind: 'positive', message: 'Saved' })
      await vi.advanceTimersByTimeAsync(4900)
      expect(shown()).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(300)
      expect(shown()).toHaveLength(0)
    } finally {
      vi.useRealTimers()
    }
  })
  test('X-032: have a title and a multi-line message', async () => {
    show(<Toaster />)
    notify({ kind: 'negative', message: 'Failed to save folder\nThe server cannot be reached.' })
    await expectNotification({
      kind: 'negative',
      title: 'Error',
      message: 'Failed to save folder\nThe server cannot be reached.',
    })
  })
  test('X-033: show the remaining time', async () => {
    show(<Toaster />)
    notify({ kind: 'positive', message: 'Saved' })
    await waitFor(() => expect(shown()).toHaveLength(1))
    const progress = shown()[0]?.lastElementChild as HTMLElement
    expect(progress.style.animationDuration).toBe('5000ms')
    expect(progress.style.animationPlayState).toBe('running')
  })
  test('X-034: can be closed with their icon', async () => {
    const { press } = show(<Toaster />)
    notify({ kind: 'positive', message: 'Saved' })
    await press('Dismiss message')
    await waitFor(() => expect(shown()).toHaveLength(0))
  })
  test('the newest four show, and the bell keeps the newest fifty', async () => {
    show(<Toaster />)
    for (let n = 1; n <= 51; n++) notify({ kind: 'info', message: `Message ${n}` })
    const newest = ['Message 51', 'Message 50', 'Message 49', 'Message 48']
    await waitFor(() => expect(notifications().map(({ message }) => message)).toEqual(newest))
    expect(toasts.getState().history).toHaveLength(50)
    expect(toasts.getState().history.at(-1)?.message).toBe('Message 2')
  })
  test.each([
    ['X-035', 'negative', 'Error'],
    ['X-035', 'warning', 'Error'],
    ['X-036', 'positive', 'Done Successfully'],
    ['X-036', 'info', 'Done Successfully'],
  ] as const)('%s: %s is titled %s', async (_row, kind, title) => {
    show(<Toaster />)
    notify({ kind, message: 'Saved' })
    await waitFor(() => expect(notifications().map((one) => one.title)).toEqual([title]))
  })
})

test.each([
  ['X-053', 'auth.loginFailed', 'Login Failed'],
  ['X-054', 'auth.logoutFailed', 'Logout Failed'],
  ['X-058', 'failure.generic', 'Something went wronge'],
] as const)('%s: %s reads %s', (_row, key, text) => {
  expect(i18next.t(key)).toBe(text)
})

describe('toasts move out of the way', () => {
  const region = () => document.querySelector<HTMLElement>('[aria-label="Messages"]')
  function Bar() {
    const place = (bar: HTMLElement | null) => {
      if (bar) bar.getBoundingClientRect = () => new DOMRect(0, 0, 1280, 52)
    }
    return <header data-bar="" ref={place} />
  }
  /** Renders a component with toasts, and a button that toggles the component. */
  function showWithSwitch(Part: (props: { on: boolean }) => ReactNode) {
    function Frame() {
      const [on, setOn] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setOn(!on)}>
            Switch
          </button>
          <Part on={on} />
          <Toaster />
        </>
      )
    }
    return show(<Frame />)
  }

  test('when a bar appears or disappears, without polling', async () => {
    const { press } = showWithSwitch(({ on }) => {
      useToastRoom(on)
      return on && <Bar />
    })
    const polls = vi.spyOn(window, 'setInterval')
    notify({ kind: 'positive', message: 'Saved' })
    await waitFor(() => expect(region()?.style.top).toBe('8px'))
    await press('Switch')
    await waitFor(() => expect(region()?.style.top).toBe('56px'))
    await press('Switch')
    await waitFor(() => expect(region()?.style.top).toBe('8px'))
    // waitFor itself polls every 50 ms.
    expect(polls.mock.calls.filter(([, delay]) => delay !== 50)).toEqual([])
  })

  test.each([
    ['modal', Modal],
    ['drawer', Drawer],
  ])('when a %s opens and closes', async (_kind, Dialog) => {
    const { press } = showWithSwitch(({ on }) => <Dialog opened={on} onClose={() => {}} />)
    // Flush frames requested by earlier announcements.
    await new Promise(requestAnimationFrame)
    const measured = vi.fn()
    const unsubscribe = toastRoom.subscribe(measured)
    await press('Switch')
    await waitFor(() => expect(measured).toHaveBeenCalled())
    measured.mockClear()
    await press('Switch')
    await waitFor(() => expect(measured).toHaveBeenCalled())
    unsubscribe()
  })
})
