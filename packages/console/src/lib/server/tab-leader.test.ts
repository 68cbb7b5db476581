import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TabLeader, type TabMessage } from './tab-leader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Simulated tabs of one browser that exchange messages. */
function browser() {
  const tabs = new Map<
    string,
    { leader: TabLeader<string>; heard: string[]; hidden: boolean; leads: boolean }
  >()
  const open = (id: string, hidden = false) => {
    const tab = {
      heard: [] as string[],
      hidden,
      leads: false,
      leader: undefined as unknown as TabLeader<string>,
    }
    const say = (said: TabMessage<string>) =>
      queueMicrotask(() => {
        if (tabs.get(id) !== tab) return
        for (const [other, { leader }] of tabs) if (other !== id) leader.receive(said)
      })
    tab.leader = new TabLeader<string>({
      id,
      say,
      isHidden: () => tab.hidden,
      onLead: (leads) => {
        tab.leads = leads
      },
      onEvent: (event) => tab.heard.push(event),
    })
    tabs.set(id, tab)
    return tab
  }
  const leaders = () => [...tabs].filter(([, { leads }]) => leads).map(([id]) => id)
  return { tabs, open, leaders, drop: (id: string) => tabs.delete(id) }
}
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('tabs', () => {
  it('elect one leader, which the others hear', async () => {
    const { tabs, open, leaders } = browser()
    for (const id of ['c', 'a', 'b', 'd']) open(id)
    await advance(1000)
    expect(leaders()).toHaveLength(1)
    await advance(60_000)
    const [leader = ''] = leaders()
    expect(leaders()).toHaveLength(1)
    tabs.get(leader)?.leader.send('news')
    await advance(0)
    for (const [id, { heard }] of tabs) expect(heard).toEqual(id === leader ? [] : ['news'])
  })

  it('send no leader messages before they lead, nor after', async () => {
    const said: TabMessage<string>[] = []
    const options = { isHidden: () => false, onLead: () => {}, onEvent: () => {} }
    const tab = new TabLeader<string>({ ...options, id: 'a', say: (one) => said.push(one) })
    tab.send('early')
    await advance(1000)
    tab.send('news')
    tab.close()
    tab.send('late')
    expect(said.filter(({ kind }) => kind === 'event')).toEqual([{ kind: 'event', from: 'a', event: 'news' }])
  })

  it('that open later keep the existing leader', async () => {
    const { open, leaders } = browser()
    open('z')
    await advance(1000)
    open('a')
    await advance(30_000)
    expect(leaders()).toEqual(['z'])
  })

  it('replace a leader immediately when it leaves, and within seconds when it crashes', async () => {
    const { tabs, open, leaders, drop } = browser()
    for (const id of ['a', 'b', 'c']) open(id)
    await advance(1000)
    const [first = ''] = leaders()
    tabs.get(first)?.leader.close()
    await advance(0)
    drop(first)
    await advance(1000)
    expect(leaders()).toHaveLength(1)
    const [second = ''] = leaders()
    // A crash: it sends nothing anymore.
    drop(second)
    await advance(11_000)
    expect(leaders()).toHaveLength(1)
  })

  it('replace a slow hidden leader with a visible tab', async () => {
    const { open, leaders } = browser()
    const hidden = open('a')
    await advance(1000)
    hidden.hidden = true
    open('b')
    await advance(1000)
    expect(leaders()).toEqual(['b'])
  })
})
