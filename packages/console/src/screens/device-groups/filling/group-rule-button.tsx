import { Button } from '@mantine/core'
import { FunnelIcon } from '@phosphor-icons/react/dist/csr/Funnel'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'

const GroupRuleForm = lazyPart(async () => (await import('./group-rule-form.tsx')).GroupRuleForm)

/** Opens the form of the rule by which a group takes in screens. */
export function GroupRuleButton({ group }: { group: DeviceGroup }) {
  const { t } = useTranslation()
  const [isOpened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<FunnelIcon size={16} weight={group.rule ? 'fill' : 'regular'} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {t('groupRules.title')}
      </Button>
      <FormDialog opened={isOpened} onClose={close} title={t('groupRules.of', { name: group.name })} wide>
        <Waiting>
          <GroupRuleForm group={group} onDone={close} />
        </Waiting>
      </FormDialog>
    </>
  )
}
