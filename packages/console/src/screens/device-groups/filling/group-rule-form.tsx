import { MultiSelect, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Version } from '@vitrine/contract/api/base/entity'
import { SCREEN_SIZES } from '@vitrine/contract/api/content/layouts'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { DEVICE_TYPES } from '@vitrine/contract/api/screens/devices'
import { type Filling, GroupRuleInput, type StoredGroupRule } from '@vitrine/contract/api/screens/group-rule'
import { LEAVING, RANK_MAX, RANK_USUAL, SCREEN_SHAPES, SEEN_MAX } from '@vitrine/contract/schedule/group-rule'
import { RULE_NAMES_MAX } from '@vitrine/contract/schedule/screen-rule'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { savedText } from '#lib/text/done-text.ts'
import { ImpactLine } from '#pickers/impact/impact-line.tsx'
import { ScreenRuleFields } from '#pickers/rules/screen-rule-fields.tsx'
import { deviceGroupsKey, deviceGroupsQuery } from '#queries/device-groups.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { Columns } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import styles from './filling.module.css'
import { FillingPreview } from './filling-preview.tsx'

const Form = z.object({ rule: GroupRuleInput, version: Version })
type Values = z.input<typeof Form>

const NEW = { leaving: 'back', rank: RANK_USUAL } as const

const valuesOf = ({ rule, version }: Pick<DeviceGroup, 'rule' | 'version'>): Values => {
  const { within: _, ...own }: Partial<StoredGroupRule> = rule ?? NEW
  return { rule: own, version }
}

/** Empty choices are none: the field of a select has null, that of a list an empty one. */
const asSent = (rule: object): unknown =>
  Object.fromEntries(
    Object.entries(rule).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  )

/** Which screens a group takes in and where they go that no longer match, with who comes and goes before it is saved. */
export function GroupRuleForm({ group, onDone }: { group: DeviceGroup; onDone: () => void }) {
  const { t } = useTranslation()
  const state = useEntityForm(
    z.preprocess(
      ({ rule, ...rest }: { rule: object }) => ({ ...rest, rule: asSent(rule) }),
      Form,
    ) as unknown as typeof Form,
    valuesOf(group),
  )
  const update = useWrite({
    write: api.deviceGroups.update,
    done: ({ deviceGroup }) => savedText(deviceGroup.name),
    failed: 'errors.updateDeviceGroup',
    invalidates: [deviceGroupsKey, ['devices']],
  })
  const save = async (rule: GroupRuleInput | null, version: number | undefined) => {
    await update({ params: { id: group.id }, body: { name: group.name, rule, version } })
    onDone()
  }
  return (
    <EntityForm
      state={state}
      submitLabel={t('groupRules.save')}
      onSubmit={({ rule, version }) => save(rule, version)}
      also={
        group.rule
          ? { label: t('groupRules.remove'), onSubmit: ({ version }) => save(null, version) }
          : undefined
      }
      onReload={async () =>
        state.form.reset(valuesOf((await api.deviceGroups.get({ params: { id: group.id } })).deviceGroup))
      }
    >
      <p>{t('groupRules.intro')}</p>
      <Conditions />
      <Leaving group={group} />
      <p className={styles.hint}>{t('groupRules.byHand')}</p>
      <Preview group={group} />
    </EntityForm>
  )
}

function Conditions() {
  const { t } = useTranslation()
  const { setValue } = useFormContext<Values>()
  const rule = useWatch<Values, 'rule'>({ name: 'rule' })
  const set = <K extends keyof Values['rule']>(key: K, value: Values['rule'][K]) =>
    setValue(`rule.${key}` as 'rule', value as never, { shouldDirty: true, shouldValidate: true })
  const many = (key: 'types' | 'sizes', data: { value: string; label: string }[]) => (
    <MultiSelect
      label={t(`groupRules.fields.${key}`)}
      data={data}
      value={(rule[key] ?? []).map(String)}
      onChange={(chosen) => set(key, chosen.map(Number) as never)}
      clearable
    />
  )
  return (
    <>
      <ScreenRuleFields rule={rule.screens ?? {}} onChange={(screens) => set('screens', screens)} />
      <p className={styles.hint}>{t('groupRules.inherited')}</p>
      <Columns>
        {many(
          'types',
          Object.entries(DEVICE_TYPES).map(([key, value]) => ({
            value: String(value),
            label: t(`devices.types.${key as keyof typeof DEVICE_TYPES}`),
          })),
        )}
        {many(
          'sizes',
          Object.entries(SCREEN_SIZES).map(([value, { width, height }]) => ({
            value,
            label: `${width} × ${height}`,
          })),
        )}
      </Columns>
      <Columns>
        <SelectField
          name="rule.shape"
          label={t('groupRules.fields.shape')}
          choices={SCREEN_SHAPES.map((value) => ({ value, label: t(`groupRules.shapes.${value}`) }))}
          clearable
        />
        <NumberField name="rule.seenDays" label={t('groupRules.fields.seenDays')} min={1} max={SEEN_MAX} />
      </Columns>
      <TagsInput
        label={t('groupRules.fields.machines')}
        description={t('groupRules.machinesHint')}
        value={rule.machines ?? []}
        onChange={(words) => set('machines', words)}
        maxTags={RULE_NAMES_MAX}
        splitChars={[',', ';']}
        acceptValueOnBlur
      />
    </>
  )
}

function Leaving({ group }: { group: DeviceGroup }) {
  const { t } = useTranslation()
  const leaving = useWatch<Values, 'rule.leaving'>({ name: 'rule.leaving' })
  const { data: groups = [] } = useQuery(deviceGroupsQuery())
  const others = groups.filter(
    ({ id, organizationId }) => id !== group.id && organizationId === group.organizationId,
  )
  return (
    <>
      <Columns>
        <SelectField
          name="rule.leaving"
          label={t('groupRules.fields.leaving')}
          choices={LEAVING.map((value) => ({ value, label: t(`groupRules.leaving.${value}`) }))}
        />
        {leaving === 'group' && (
          <SelectField
            name="rule.leaveTo"
            label={t('groupRules.fields.leaveTo')}
            choices={others.map(({ id, name }) => ({ value: id, label: name }))}
            required
          />
        )}
      </Columns>
      <NumberField
        name="rule.rank"
        label={t('groupRules.fields.rank')}
        hint={t('groupRules.rankHint')}
        min={1}
        max={RANK_MAX}
      />
    </>
  )
}

/** Who comes and who goes, and what changes on them, of the rule as it is in the form. */
function Preview({ group }: { group: DeviceGroup }) {
  const rule = useWatch<Values, 'rule'>({ name: 'rule' })
  const [filling, setFilling] = useState<Filling>()
  const checked = GroupRuleInput.safeParse(asSent(rule))
  const ask = async () => {
    const body = { name: group.name, rule: checked.data }
    const answer = await api.deviceGroups.update({
      ...{ params: { id: group.id }, query: { dryRun: 'true' } },
      body,
    })
    setFilling(answer.filling)
    return answer.impact
  }
  return (
    <>
      {filling && checked.success && <FillingPreview filling={filling} />}
      <ImpactLine of={rule} ask={checked.success ? ask : undefined} />
    </>
  )
}
