// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { colorPage, contentOf, devicePart } from '#test/content.ts'
import { advance, partsOf, START, stage, stageOfEachTest } from '#test/stage.ts'
import { IdleReturn } from './idle-return.ts'

stageOfEachTest()
let idle: IdleReturn | undefined
afterEach(() => idle?.close())

const page = (id: string, idleSeconds?: number) => ({
  page: colorPage(id, 'red'),
  seconds: 10,
  ...(idleSeconds !== undefined && { idleSeconds }),
})

/** `menu` is the default and `offer` is chosen by touch; both wait for touches. */
function play(idleOf: { menu?: number; offer?: number }, device = devicePart()) {
  const content = contentOf([
    {
      id: 'menu',
      mode: 'DEFAULT',
      idleSeconds: idleOf.menu,
      items: [page('m1'), page('m2'), page('m3', 100)],
    },
    { id: 'offer', mode: 'DEFAULT', idleSeconds: idleOf.offer, items: [page('o1'), page('o2')] },
    { id: 'switched', mode: 'DEFAULT', items: [page('s1')] },
  ])
  const { director, playback, clock, ...rest } = stage(partsOf(content, 'menu', device))
  const onSecond = (listener: () => void) => {
    const timer = setInterval(listener, 1000)
    return () => clearInterval(timer)
  }
  idle = new IdleReturn({ director, playback, clock, onSecond })
  const touch = () => window.dispatchEvent(new Event('pointerdown'))
  return { ...rest, director, playback, touch, shown: () => director.front?.show.page.id }
}

it('a page reached by touch is left after the idle time', async () => {
  const { director, touch, shown } = play({ menu: 30 })
  await advance(100)
  expect(shown()).toBe('m1')
  touch()
  director.goTo(() => 1)
  await advance(29)
  expect(shown()).toBe('m2')
  touch()
  await advance(29)
  expect(shown()).toBe('m2')
  await advance(3)
  expect(shown()).toBe('m1')
})

it('an opened site holds the page until it closes, and the idle time starts then', async () => {
  const { director, touch, shown } = play({ menu: 30 })
  await advance(1)
  touch()
  director.goTo(() => 1)
  const site = document.createElement('iframe')
  site.dataset.visited = ''
  document.body.append(site)
  await advance(75)
  expect(shown()).toBe('m2')
  site.remove()
  await advance(28)
  expect(shown()).toBe('m2')
  await advance(4)
  expect(shown()).toBe('m1')
})

it("a page's idle time overrides its storyboard's", async () => {
  const { director, touch, shown } = play({ menu: 30 })
  await advance(1)
  touch()
  director.goTo(() => 2)
  await advance(98)
  expect(shown()).toBe('m3')
  await advance(5)
  expect(shown()).toBe('m1')
})

it('a chosen storyboard ends after its own idle time, and the schedule plays', async () => {
  const { playback, director, touch, shown } = play({ offer: 20 })
  await advance(1)
  touch()
  playback.choose('offer')
  await advance(2)
  director.goTo(() => 1)
  await advance(17)
  expect([shown(), playback.now.get().reason]).toEqual(['o2', 'action'])
  await advance(4)
  expect([shown(), playback.now.get().reason]).toEqual(['m1', 'default'])
})

it('a command counts as a touch', async () => {
  const { playback, shown } = play({ offer: 20 })
  await advance(60)
  idle?.touched()
  playback.choose('offer')
  await advance(18)
  expect(shown()).toBe('o1')
  await advance(4)
  expect(shown()).toBe('m1')
})

it('a storyboard without an idle time stays', async () => {
  const { playback, shown } = play({ menu: 10 })
  await advance(1)
  playback.choose('offer')
  await advance(7200)
  expect(shown()).toBe('o1')
})

it('a manual switch stays, and is the base that a choice returns to', async () => {
  const { playback, shown } = play(
    { menu: 10, offer: 20 },
    devicePart({ storyboardId: 'switched', since: START }),
  )
  await advance(600)
  expect([shown(), playback.now.get().reason]).toEqual(['s1', 'override'])
  idle?.touched()
  playback.choose('offer')
  await advance(18)
  expect(shown()).toBe('o1')
  await advance(4)
  expect([shown(), playback.now.get().reason]).toEqual(['s1', 'override'])
})
