import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { Choices } from '#lib/choices.tsx'
import { useVisit } from '#lib/use-visit.ts'

const NONE: readonly string[] = []

export function Checkbox({ id, settings, size, host }: WidgetProps<SettingsOf<'checkbox'>>) {
  const [chosen, choose] = useVisit(NONE)
  const press = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
    choose(next)
    host.answer(id, [...next])
  }
  return (
    <Choices kind="checkbox" settings={settings} size={size} host={host} chosen={chosen} onPress={press} />
  )
}
