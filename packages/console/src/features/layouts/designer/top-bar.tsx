import { ActionIcon, Button, Menu, NumberInput, TextInput } from '@mantine/core'
import { ArrowLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandButton } from './command-button.tsx'
import styles from './designer.module.css'
import { useDesigner, useDesignerState } from './use-designer.ts'

/** Where the arrow leads: to a list, or back to what opened the designer. */
export type Back = { label: string } & ({ to: LinkProps['to'] } | { onClick: () => void })

interface TopBarProps {
  back: Back
  nameLabel: string
  /** Milliseconds since 1970 of the last save from here. */
  savedAt: number | undefined
  saving: boolean
  mayWrite: boolean
}

/** Back, name, what is saved, and the commands that are always there. */
export function TopBar({ back, nameLabel, savedAt, saving, mayWrite }: TopBarProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  return (
    <header className={styles.top}>
      <BackButton back={back} />
      <NameInput label={nameLabel} />
      <SavedState savedAt={savedAt} />
      <span className={styles.tools}>
        <CommandButton id="undo" />
        <CommandButton id="redo" />
      </span>
      <span className={styles.tools}>
        <CommandButton id="selectTool" />
        <CommandButton id="handTool" />
        <CommandButton id="snap" />
        <CommandButton id="grid" />
        <CommandButton id="rulers" />
        <CommandButton id="safeAreas" />
        <CommandButton id="pauseMotion" />
        <CommandButton id="help" />
      </span>
      <span className={styles.grow} />
      <ZoomMenu />
      <Button
        variant="default"
        leftSection={<PlayIcon size={16} aria-hidden="true" />}
        onClick={() => designer.request('preview')}
      >
        {t('designer.commands.preview')}
      </Button>
      {mayWrite && (
        <Button loading={saving} onClick={() => designer.request('save')}>
          {t('designer.commands.save')}
        </Button>
      )}
    </header>
  )
}

function BackButton({ back }: { back: Back }) {
  const { t } = useTranslation()
  const label = t('designer.back', { list: back.label })
  const arrow = <ArrowLeftIcon size={18} aria-hidden="true" className={styles.mirrored} />
  if ('onClick' in back)
    return (
      <ActionIcon aria-label={label} onClick={back.onClick}>
        {arrow}
      </ActionIcon>
    )
  return (
    <ActionIcon renderRoot={(props) => <Link to={back.to} {...props} />} aria-label={label}>
      {arrow}
    </ActionIcon>
  )
}

/** The page's name, in place. */
function NameInput({ label }: { label: string }) {
  const designer = useDesigner()
  const name = useDesignerState((state) => state.page.name)
  return (
    <TextInput
      className={styles.name}
      size="xs"
      aria-label={label}
      placeholder={label}
      value={name}
      maxLength={100}
      dir="auto"
      onChange={(event) =>
        designer.commit(
          { ...designer.state.page, name: event.currentTarget.value },
          { name: 'rename', count: 0 },
          'page name',
        )
      }
      onBlur={() => designer.seal()}
    />
  )
}

function SavedState({ savedAt }: { savedAt: number | undefined }) {
  const { t, i18n } = useTranslation()
  const dirty = useDesignerState((state) => state.history.present !== state.saved)
  const time =
    savedAt && new Intl.DateTimeFormat(i18n.resolvedLanguage, { timeStyle: 'short' }).format(savedAt)
  return (
    <span className={styles.saved} role="status" data-dirty={dirty}>
      {dirty ? t('designer.unsaved') : time ? t('designer.savedAt', { time }) : t('designer.allSaved')}
    </span>
  )
}

const ZOOMS = [0.25, 0.5, 1, 2, 4]

function ZoomMenu() {
  const { t } = useTranslation()
  const designer = useDesigner()
  const zoom = useDesignerState((state) => state.view.zoom)
  const [draft, setDraft] = useState<string | number>()
  const percent = Math.round(zoom * 100)
  const apply = () => {
    if (typeof draft === 'number') designer.zoomTo(draft / 100)
    setDraft(undefined)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          aria-label={t('designer.zoom', { percent })}
          rightSection={<CaretDownIcon size={12} aria-hidden="true" />}
        >
          <bdi dir="ltr">{percent} %</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <NumberInput
          size="xs"
          m={4}
          w={140}
          hideControls
          suffix=" %"
          aria-label={t('designer.zoomTo')}
          value={draft ?? percent}
          onChange={setDraft}
          onBlur={apply}
          onKeyDown={(event) => event.key === 'Enter' && apply()}
        />
        {ZOOMS.map((one) => (
          <Menu.Item key={one} onClick={() => designer.zoomTo(one)}>
            <bdi dir="ltr">{one * 100} %</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => designer.fit()}>{t('designer.commands.zoomFit')}</Menu.Item>
        <Menu.Item onClick={() => designer.fitSelection()}>{t('designer.commands.zoomSelection')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
