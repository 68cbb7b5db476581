import { Radio, SegmentedControl, Stack } from '@mantine/core'
import type { ControlProps } from '#fields/control.ts'
import { useFieldTexts } from '#fields/field-texts.ts'

/** The number of choices that fit side by side. */
const SIDE_BY_SIDE = 3

export function RadioControl({ id, field, value, onChange, describedBy }: ControlProps<'radio'>) {
  const words = useFieldTexts()
  const data = field.options.map((option) => ({ value: option.value, label: words(option.label) }))
  if (data.length <= SIDE_BY_SIDE)
    return (
      <SegmentedControl
        data={data}
        value={value}
        onChange={onChange}
        fullWidth
        size="xs"
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
      />
    )
  return (
    <Radio.Group
      value={value}
      onChange={onChange}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
    >
      <Stack gap={8}>
        {data.map((option) => (
          <Radio key={option.value} {...option} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
