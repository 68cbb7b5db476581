import type { SettingsOf } from '@vitrine/widgets/definitions'
import type { WidgetProps } from '@vitrine/widgets/host'
import { Choices } from '#lib/choices.tsx'
import { useVisit } from '#lib/use-visit.ts'

export function Radio({ id, settings, size, host }: WidgetProps<SettingsOf<'radio'>>) {
  const [chosen, choose] = useVisit('')
  const press = (value: string) => {
    choose(value)
    host.answer(id, value)
  }
  return (
    <Choices
      kind="radio"
      settings={settings}
      size={size}
      host={host}
      chosen={chosen === '' ? [] : [chosen]}
      onPress={press}
    />
  )
}
