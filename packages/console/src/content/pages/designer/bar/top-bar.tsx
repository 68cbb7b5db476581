import { ActionIcon, Button, TextInput } from '@mantine/core'
import { ArrowLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { Link, type LinkProps } from '@tanstack/react-router'
import { memo, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { closeComments } from '#content/pages/comments/comments-state.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { dateText } from '#lib/text/format.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import styles from './bar.module.css'
import { CommandButton } from './command-button.tsx'
import { OnScreens } from './on-screens.tsx'
import { ZoomMenu } from './zoom-menu.tsx'

const LanguageMenu = lazyPart(
  async () => (await import('#content/pages/designer/languages/language-menu.tsx')).LanguageMenu,
)
const CommentsButton = lazyPart(
  async () => (await import('#content/pages/comments/comments-button.tsx')).CommentsButton,
)
const OtherViewers = lazyPart(async () => (await import('./other-viewers.tsx')).OtherViewers)
const AsScreenPicker = lazyPart(
  async () => (await import('#pickers/values/as-screen-picker.tsx')).AsScreenPicker,
)

/** The target of the back arrow: a list, or the caller that opened the designer. */
export type Back = { label: string } & ({ to: LinkProps['to'] } | { onClick: () => void })

interface TopBarProps {
  /** The page's id; empty until the first save. */
  id: string
  back: Back
  nameLabel: string
  /** When this designer last saved, in milliseconds since 1970. */
  savedAt: number | undefined
  saving: boolean
  mayWrite: boolean
}

/** Back, name, save status, and the always visible commands. */
export const TopBar = memo(function TopBar({ id, back, nameLabel, savedAt, saving, mayWrite }: TopBarProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const mayPlay = useDesignerState((state) => state.mayPlay)
  useEffect(() => closeComments, [])
  return (
    <header className={styles.top}>
      <BackButton back={back} />
      <NameInput label={nameLabel} />
      <SavedState savedAt={savedAt} />
      <OnScreens id={id} />
      <span className={styles.tools}>
        <CommandButton id="undo" />
        <CommandButton id="redo" />
      </span>
      <span className={`${styles.tools} ${styles.switches}`}>
        <CommandButton id="selectTool" />
        <CommandButton id="handTool" />
        <CommandButton id="snap" />
        <CommandButton id="grid" />
        <CommandButton id="rulers" />
        <CommandButton id="safeAreas" />
        <CommandButton id="pauseMotion" />
        {mayPlay && <CommandButton id="playOn" />}
        <CommandButton id="copyPage" />
        <CommandButton id="history" />
        <CommandButton id="help" />
      </span>
      <span className={styles.grow} />
      <Waiting quiet>{!designer.isPart && <LanguageMenu />}</Waiting>
      <Waiting quiet>
        <AsScreenPicker className={styles.switches} />
      </Waiting>
      <Waiting quiet>
        <OtherViewers id={id} />
      </Waiting>
      <Waiting quiet>
        <CommentsButton pageId={id} />
      </Waiting>
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
})

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

/** The page's name, edited inline. */
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
      // Whatever is typed replaces the name.
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => designer.seal()}
    />
  )
}

function SavedState({ savedAt }: { savedAt: number | undefined }) {
  const { t } = useTranslation()
  const dirty = useDesignerState((state) => state.history.present !== state.saved)
  const draft = useDesignerState((state) => state.draft)
  const unsavedText = () => {
    if (draft === null) return t('designer.unsaved')
    if (draft === 'failed') return t('designer.draftFailed')
    return t('designer.draftKept', { time: dateText(draft.at, 'time') })
  }
  const savedText = () =>
    savedAt ? t('designer.savedAt', { time: dateText(savedAt, 'time') }) : t('designer.allSaved')
  const text = dirty ? unsavedText() : savedText()
  return (
    <span className={styles.saved} role="status" data-dirty={dirty} title={text}>
      {text}
    </span>
  )
}
