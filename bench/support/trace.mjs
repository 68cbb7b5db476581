/** Chromium's own trace of `categories` during `act`: its events. */
export async function traced(client, categories, act) {
  const events = []
  const collect = ({ value }) => events.push(...value)
  client.on('Tracing.dataCollected', collect)
  const ended = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve))
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, excludedCategories: ['*'] },
  })
  await act()
  await client.send('Tracing.end')
  await ended
  client.off('Tracing.dataCollected', collect)
  return events
}
