import { Fields } from '@vitrine/contract/api/base/fields'
import { Model } from '@vitrine/contract/api/content/packages'
import { MODEL_FILE, SCHEMA_FILE, WIDGETS_FILE } from '@vitrine/contract/document/package-files'
import { Refusal } from '#content/uploads/probing/probe-verdict.ts'
import { JsonRefusal, KEYS_MAX, parsePlainJson, VALUES_MAX } from '#lib/http/plain-json.ts'
import type { PackageFacts } from './unpack-frames.ts'

/** Parses a package's json files by name. Throws a Refusal that names the invalid file. */
export function readForm(texts: ReadonlyMap<string, string>): PackageFacts {
  const read = (file: string) => {
    const text = texts.get(file)
    try {
      return text === undefined ? undefined : parsePlainJson(text.replace(/^\ufeff/, ''))
    } catch (error) {
      throw new Refusal(`has a ${file} that ${reasonOf(error)}`)
    }
  }
  const [schema, model, widgets] = [read(SCHEMA_FILE), read(MODEL_FILE), read(WIDGETS_FILE)]
  if (model !== undefined && !Model.safeParse(model).success)
    throw new Refusal(`has a ${MODEL_FILE} that isn't an object`)
  return {
    schema: schema === undefined ? null : fieldsOf(schema),
    model: model ?? null,
    widgets: widgets ?? null,
  }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof JsonRefusal ? error.reason : undefined
  if (reason === 'depth') return 'is nested too deeply'
  return reason === 'count'
    ? `has more than ${VALUES_MAX} values, or ${KEYS_MAX} in one object`
    : "isn't valid JSON"
}

function fieldsOf(schema: unknown): Fields {
  const { success, data, error } = Fields.safeParse(schema)
  if (success) return data
  const at = error.issues[0]?.path.join('.')
  throw new Refusal(`has a ${SCHEMA_FILE} that doesn't describe a form${at ? ` (see ${at})` : ''}`)
}
