// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useNavigateAfterSave } from './use-navigate-after-save.ts'

const navigate = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }))
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

test('a response that arrives after the user has left the screen does not navigate', async () => {
  const root = createRoot(document.createElement('div'))
  let continueTo: ReturnType<typeof useNavigateAfterSave> = async () => {}
  function Screen() {
    continueTo = useNavigateAfterSave()
    return null
  }
  act(() => root.render(<Screen />))
  await continueTo({ to: '/app/buildings' })
  expect(navigate).toHaveBeenCalledWith({ to: '/app/buildings', ignoreBlocker: true })
  act(() => root.unmount())
  await continueTo({ to: '/app/buildings' })
  expect(navigate).toHaveBeenCalledTimes(1)
})
