import type { ControlProps } from '#fields/control.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'

const RulesControl = lazyPart(async () => (await import('#fields/rows/rules-control.tsx')).RulesControl)

export const RowRulesControl = (props: ControlProps<'row-rules'>) => (
  <Waiting quiet>
    <RulesControl {...props} />
  </Waiting>
)
