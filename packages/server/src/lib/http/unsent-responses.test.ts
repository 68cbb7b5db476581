import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { UnsentResponses } from './unsent-responses.ts'

const KB = 1000

class Response extends EventEmitter {
  isCut = false
  closed = false
  destroy() {
    this.isCut = true
    return this.close()
  }
  close() {
    this.closed = true
    this.emit('close')
    return this as never
  }
}

it('the owner with the most unread bytes loses its oldest answer, and others lose none', () => {
  const answers = new UnsentResponses(1000 * KB)
  const sent: Record<string, Response[]> = { greedy: [], modest: [] }
  const send = (owner: string, bytes: number) => {
    const response = new Response()
    sent[owner] = [...(sent[owner] ?? []), response]
    answers.add(() => owner, response, bytes)
  }
  const cut = (owner: string) => sent[owner]?.map(({ isCut }) => isCut)
  send('modest', 300 * KB)
  for (let n = 0; n < 20; n++) {
    send('greedy', 100 * KB)
    expect(answers.bytes).toBeLessThanOrEqual(1000 * KB)
  }
  expect(cut('modest')).toEqual([false])
  expect(cut('greedy')).toEqual(Array.from({ length: 20 }, (_, n) => n < 13))
  // Many small owners are no reason to cut one of them first.
  for (let n = 0; n < 20; n++) send(`small ${n}`, 20 * KB)
  expect(cut('modest')).toEqual([false])
  expect(cut('small 0')).toEqual([false])
  for (const response of Object.values(sent).flat()) response.close()
  expect(answers.bytes).toBe(0)
})

it('an answer that is larger than the maximum is sent if nothing else waits', () => {
  const answers = new UnsentResponses(100 * KB)
  const response = new Response()
  answers.add(() => 'one', response, 500 * KB)
  expect(response.isCut).toBe(false)
  answers.add(() => 'two', new Response(), 20 * KB)
  expect(response.isCut).toBe(true)
  // Small ones cost next to nothing.
  for (let n = 0; n < 100; n++) answers.add(() => 'three', new Response(), 15 * KB)
  expect(answers.bytes).toBe(20 * KB)
})

it('an answer in pieces counts with its last piece, until it is sent', () => {
  const answers = new UnsentResponses(100 * KB)
  const [first, second, gone] = [new Response(), new Response(), new Response()]
  const hold = answers.addStream('one', first)
  for (const bytes of [60, 10, 40]) hold(bytes * KB)
  expect(answers.bytes).toBe(40 * KB)
  const another = answers.addStream('one', second)
  another(50 * KB)
  expect([first.isCut, answers.bytes]).toEqual([false, 90 * KB])
  another(80 * KB)
  expect([first.isCut, second.isCut, answers.bytes]).toEqual([true, false, 80 * KB])
  // Its next piece was still being read.
  hold(40 * KB)
  expect(answers.bytes).toBe(80 * KB)
  second.close()
  gone.close()
  answers.addStream('one', gone)(70 * KB)
  expect(answers.bytes).toBe(0)
})
