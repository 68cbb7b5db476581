import { Refusal } from '#content/uploads/probing/probe-verdict.ts'
import { JsonRefusal, parsePlainJson } from '#lib/http/plain-json.ts'

/** Data sets have up to 40,000 cells, and layouts several thousand values. */
const VALUES_MOST = 400_000

/** Parses a json text of an export. Throws a Refusal. */
export function parsePart(text: string, name = 'an option'): unknown {
  try {
    return parsePlainJson(text.replace(/^\ufeff/, ''), VALUES_MOST)
  } catch (error) {
    const reason = error instanceof JsonRefusal ? error.reason : 'syntax'
    if (reason === 'syntax') throw new Refusal(`has ${name} that isn't valid JSON`)
    throw new Refusal(`has ${name} with more values than a layout has`)
  }
}
