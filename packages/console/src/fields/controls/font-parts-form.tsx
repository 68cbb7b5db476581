import { Button } from '@mantine/core'
import type { Fields } from '@vitrine/contract/fields/field'
import { FONT_PARTS, LETTER_PARTS } from '@vitrine/contract/fields/font-parts'
import { sparse } from '@vitrine/contract/fields/sparse'
import { checkValues, readValues, type Values } from '@vitrine/contract/fields/values'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldsHost } from '#fields/control.ts'
import { FieldsForm } from '#fields/fields-form.tsx'
import { fontDraws } from '#fields/own-fonts.ts'

interface FontPartsFormProps {
  value: Values
  /** Only what concerns letters. */
  lettersOnly: boolean
  /** Whether the text has a place in a box. */
  aligned: boolean
  host: FieldsHost
  onChange: (value: Values) => void
}

const LETTERS: readonly string[] = LETTER_PARTS
const FIELDS: Fields = FONT_PARTS

/** What a text's style can hold beyond its font: a part is stored while it differs from its default. */
export function FontPartsForm({ value, lettersOnly, aligned, host, onChange }: FontPartsFormProps) {
  const { t } = useTranslation()
  const now = useRef({ value, onChange })
  now.current = { value, onChange }
  const change = useCallback((name: string, part: unknown) => {
    const isUsed = name in sparse(FIELDS, { [name]: part })
    now.current.onChange({ ...now.current.value, [name]: isUsed ? part : undefined })
  }, [])
  const { font } = value
  const fields = useMemo(
    () => withWeights(typeof font === 'string' ? fontDraws(font, host) : undefined),
    [font, host],
  )
  const used = Object.keys(lettersOnly ? definedOf(value) : sparse(FIELDS, value))
  return (
    <>
      <FieldsForm
        fields={fields}
        values={{ ...readValues(FIELDS, value), ...definedOf(value) }}
        errors={checkValues(FIELDS, value)}
        host={host}
        onChange={change}
        only={(name) => (!lettersOnly || LETTERS.includes(name)) && (aligned || name !== 'vertical')}
      />
      {used.length > 0 && (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => onChange({ ...value, ...Object.fromEntries(used.map((name) => [name, undefined])) })}
        >
          {t('fields.resetParts')}
        </Button>
      )}
    </>
  )
}

/** With the weights that a font has. */
function withWeights(draws: ReturnType<typeof fontDraws>): Fields {
  if (!draws) return FIELDS
  const [lightest, boldest] = draws.weights
  const options = FONT_PARTS.weight.options.filter(
    ({ value }) => value === 0 || (value >= lightest && value <= boldest),
  )
  return { ...FIELDS, weight: { ...FONT_PARTS.weight, options } }
}

const definedOf = (value: Values): Values =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined))
