import { setTimeout } from 'node:timers/promises'

/** What changes beside and within a storyboard: values that conditions ask for, tags that rules ask for, and layers. */

/** The lengths between which the queue changes, and the length that divides them. */
const LENGTHS = [2, 9]
const LONG = 5

/** A data source with one value that changes, and conditions on it. */
export async function queue(call) {
  const file = {
    name: 'queue.csv',
    content: Buffer.from(`Desk,Length\nHall,${LENGTHS[0]}\n`).toString('base64'),
  }
  const sent = { name: 'Queue', kind: 'csv', file, url: '', every: 15 }
  const { source } = await call('POST', '/sources', sent)
  let at = 0
  return {
    /** While the queue is long (`above`) or short (`atMost`). */
    when: (is, more = { immediate: true }) => ({
      tests: [{ of: 'source', from: 'Queue', field: 'Length of Hall', is, value: LONG }],
      ...more,
    }),
    change: () => {
      at = 1 - at
      const cells = [{ row: 0, column: 1, value: String(LENGTHS[at]) }]
      return call('PUT', `/source-cells/${source.id}`, { cells })
    },
  }
}

/** Changes again and again, with a pause between two changes, until it is stopped: then a change that failed is thrown. */
export function keepChanging(change, everyMs) {
  const stopped = new AbortController()
  const run = async () => {
    while (!stopped.signal.aborted) {
      await change()
      await setTimeout(everyMs, undefined, stopped).catch(() => undefined)
    }
  }
  const running = run()
  running.catch(() => stopped.abort())
  return async () => {
    stopped.abort()
    await running
  }
}

/** A device group that plays a storyboard with layers; `{ name, place, storyboardId }` each. */
export async function groupWithLayers(call, name, storyboardId, layers) {
  const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: storyboardId, slots: [], layers }
  const { deviceGroup } = await call('POST', '/device-groups/create', { name, schedule })
  return deviceGroup.id
}

/** A page in the shape of a bar, as for a layer. */
export async function barPage(call, name, background) {
  const tag = { id: 'tag', type: 'tag', name: 'tag', zIndex: 1, width: 40, height: 40 }
  const { layout } = await call('POST', '/layout', {
    ...{ name, width: 1920, height: 120 },
    widgets: [{ ...tag, transform: 'translate(4px, 4px)' }],
    config: { inputs: [], background },
  })
  return layout.id
}
