import { Button, Select, TextInput } from '@mantine/core'
import { GROUP_NAME_MAX, type ReadWidget } from '@vitrine/contract/document/layout-document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { commandOf, run } from '#content/pages/designer/commands/commands.ts'
import { isGroupNameTaken, renamedGroup } from '#content/pages/designer/commands/groups.ts'
import styles from '#content/pages/designer/panels/panels.module.css'
import { groupOf } from '#content/pages/designer/state/groups.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'

const ALL = 'all'

/** What concerns several widgets together: their group, and the one that the others are aligned to. */
export function SeveralFields({ widgets }: { widgets: readonly ReadWidget[] }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const key = useDesignerState((state) => state.key)
  const group = groupOf(designer.state.page, widgets)
  return (
    <div className={`${styles.section} ${styles.stack}`}>
      {group !== undefined && <GroupName key={group} group={group} />}
      <Button
        variant="default"
        size="compact-sm"
        fullWidth
        onClick={() => run(commandOf(group === undefined ? 'group' : 'ungroup'), designer)}
      >
        {t(group === undefined ? 'designer.commands.group' : 'designer.commands.ungroup')}
      </Button>
      <Select
        size="xs"
        label={t('designer.alignTo')}
        value={key ?? ALL}
        allowDeselect={false}
        data={[
          { value: ALL, label: t('designer.alignToAll') },
          ...widgets.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => designer.set({ key: id === ALL ? null : id })}
      />
    </div>
  )
}

function GroupName({ group }: { group: string }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const [taken, setTaken] = useState(false)
  return (
    <TextInput
      size="xs"
      label={t('designer.groupName')}
      defaultValue={group}
      dir="auto"
      maxLength={GROUP_NAME_MAX}
      error={taken && t('designer.groupTaken')}
      onChange={(event) => setTaken(isGroupNameTaken(designer, group, event.currentTarget.value))}
      onBlur={(event) => {
        if (event.currentTarget.value.trim() === '') event.currentTarget.value = group
        renamedGroup(designer, group, event.currentTarget.value)
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}
