import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TabLeader, type TabMessage } from './tab-leader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Tabs that hear one another like windows of one browser. */
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
        for (const [other, { leader }] of tabs) if (other !== id) leader.hear(said)
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
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('tabs', () => {
  it('have one leader among them, whom the others hear', async () => {
    const { tabs, open, leaders } = browser()
    for (const id of ['c', 'a', 'b', 'd']) open(id)
    await pass(1000)
    expect(leaders()).toHaveLength(1)
    await pass(60_000)
    const [leader = ''] = leaders()
    expect(leaders()).toHaveLength(1)
    tabs.get(leader)?.leader.tell('news')
    await pass(0)
    for (const [id, { heard }] of tabs) expect(heard).toEqual(id === leader ? [] : ['news'])
  })

  it('say nothing as the leader before they lead, nor after', async () => {
    const said: TabMessage<string>[] = []
    const options = { isHidden: () => false, onLead: () => {}, onEvent: () => {} }
    const tab = new TabLeader<string>({ ...options, id: 'a', say: (one) => said.push(one) })
    tab.tell('early')
    await pass(1000)
    tab.tell('news')
    tab.close()
    tab.tell('late')
    expect(said.filter(({ kind }) => kind === 'event')).toEqual([{ kind: 'event', from: 'a', event: 'news' }])
  })

  it('that come later leave the leader in peace', async () => {
    const { open, leaders } = browser()
    open('z')
    await pass(1000)
    open('a')
    await pass(30_000)
    expect(leaders()).toEqual(['z'])
  })

  it('take over immediately from a leader that leaves, and within seconds from one that disappears', async () => {
    const { tabs, open, leaders, drop } = browser()
    for (const id of ['a', 'b', 'c']) open(id)
    await pass(1000)
    const [first = ''] = leaders()
    tabs.get(first)?.leader.close()
    await pass(0)
    drop(first)
    await pass(1000)
    expect(leaders()).toHaveLength(1)
    const [second = ''] = leaders()
    // A crash: it says nothing any more.
    drop(second)
    await pass(11_000)
    expect(leaders()).toHaveLength(1)
  })

  it('that people see take over from a hidden one that is slow', async () => {
    const { open, leaders } = browser()
    const hidden = open('a')
    await pass(1000)
    hidden.hidden = true
    open('b')
    await pass(1000)
    expect(leaders()).toEqual(['b'])
  })
})
