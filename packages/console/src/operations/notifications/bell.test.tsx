// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { clock } from '#lib/clock.ts'
import { queries } from '#lib/query.ts'
import { storyboardsKey } from '#queries/storyboards.ts'
import { openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, storyboard } from '#test/samples.ts'

setUpConsole()

test('a decision rings within a minute and links the author to the reason', async () => {
  let decided: object[] = []
  const { find, click } = openConsole('/app/buildings', {
    ...ONE_OF_EACH,
    'storyboards.list': () => ({ storyboards: decided }),
    'devices.list': { devices: [] },
  })
  await find('button', /^Notifications$/)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const updatedAt = new Date(clock.now()).toISOString()
  decided = [{ ...storyboard, status: 'rejected', publishStatus: 'rejected', changedBy: 'ines', updatedAt }]
  await queries.invalidateQueries({ queryKey: storyboardsKey })
  await find('button', /^Notifications.*1/)
  await click('button', /^Notifications.*1/)
  const link = await find('link', /Lunch/)
  await waitFor(() => expect(link.getAttribute('href')).toContain('/app/storyboard/standard/edit/s1'))
})
