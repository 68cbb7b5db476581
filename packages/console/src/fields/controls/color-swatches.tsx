import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check'
import { contrastText, hexOf } from '@vitrine/contract/fields/color'
import type { ControlProps } from '#fields/control.ts'
import styles from '#fields/fields.module.css'

export function ColorSwatchesControl({
  id,
  field,
  value,
  onChange,
  describedBy,
}: ControlProps<'color-swatches'>) {
  return (
    <div
      className={styles.swatches}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
    >
      {field.options.map((colour) => (
        <label
          key={colour}
          className={styles.swatch}
          style={{ background: colour, color: contrastText(colour) }}
        >
          <input
            type="radio"
            name={id}
            value={colour}
            aria-label={colour}
            checked={hexOf(colour) === hexOf(value)}
            onChange={() => onChange(colour)}
          />
          {hexOf(colour) === hexOf(value) && <CheckIcon size={16} weight="bold" aria-hidden="true" />}
        </label>
      ))}
    </div>
  )
}
