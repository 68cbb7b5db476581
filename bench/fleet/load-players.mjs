// Runs all screens of a load through its adapter, and tells its parent when they reach each state.
const AT_ONCE = 200

const now = () => performance.timeOrigin + performance.now()
let count = 0
/** Called with a screen's number and the state it has reached. */
let note = () => {}

process.on('message', async (message) => {
  if (message.kind === 'follow') follow(message.states, message.patience)
  if (message.kind !== 'connect') return
  const { play } = await import(message.file)
  const { screens, shared } = message
  count = screens.length
  const at = []
  const waiting = [...screens.entries()]
  const connecting = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [n, screen] = next
      await play(screen, n, { shared, reached: (state) => note(n, state) })
      at.push(now())
    }
  })
  await Promise.all(connecting)
  // Let the work caused by connecting end before the first change.
  setTimeout(() => process.send({ kind: 'connected', at }), 1000)
})

/** Milliseconds since 1970 at which each screen reached each of the given states from now on. */
function follow(states, patience) {
  const at = Object.fromEntries(states.map((state) => [state, new Map()]))
  let failed = ''
  const done = () => {
    note = () => {}
    clearTimeout(timer)
    const values = Object.fromEntries(states.map((state) => [state, [...at[state].values()]]))
    process.send({ kind: 'followed', at: values, failed })
  }
  const timer = setTimeout(done, patience)
  note = (n, state) => {
    if (!at[state]) failed = state
    else if (!at[state].has(n)) at[state].set(n, now())
    if (states.every((each) => at[each].size === count)) done()
  }
  process.send({ kind: 'following' })
}

process.on('disconnect', () => process.exit())
