import { setTimeout as wait } from 'node:timers/promises'
import type { Conversion } from '@vitrine/contract/api/content/conversions/conversions'
import type { Caller } from './harness.ts'
import { form } from './uploads.ts'

/** Milliseconds. Pages are rendered at low priority, which takes long on a busy machine. */
const PATIENCE = 100_000

/** Uploads a PDF or slides; returns the conversion, which has only started. */
export async function sendDeck(
  caller: Caller,
  file: Buffer,
  values: Record<string, string> = {},
  name = 'Menu.pdf',
): Promise<Conversion> {
  const texts = Object.entries(values).map(([field, content]) => ({ field, content }))
  const { status, body } = await caller.call(
    'POST',
    '/media/decks',
    form([...texts, { name, content: file }]),
  )
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return (body as { conversion: Conversion }).conversion
}

/** Waits until the conversion has ended or asks for confirmation. */
export async function followed(caller: Caller, { id }: Pick<Conversion, 'id'>): Promise<Conversion> {
  const until = performance.now() + PATIENCE
  for (;;) {
    const { conversion } = await caller.api.conversions.get({ params: { id } })
    if (!['waiting', 'running'].includes(conversion.state)) return conversion
    if (performance.now() > until) throw new Error(`Still ${conversion.state}: ${JSON.stringify(conversion)}`)
    await wait(50)
  }
}
