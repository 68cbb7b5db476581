import { Modal, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { isMac } from '#lib/browser/platform.ts'
import { setShortcutsOn, shortcutsOn } from '#ui/shortcuts.ts'
import { GO_TO } from './go-to.ts'
import { SHORTCUT_GROUPS } from './shortcut-list.ts'
import styles from './shortcut-sheet.module.css'

/** Lists all shortcuts, with a switch that turns single-letter ones off. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { on } = useStore(shortcutsOn)
  return (
    <Modal opened={opened} onClose={onClose} title={t('shortcuts.title')} size={720}>
      <Switch
        label={t('shortcuts.on')}
        description={t('shortcuts.onText')}
        checked={on}
        onChange={(event) => setShortcutsOn(event.currentTarget.checked)}
      />
      <div className={styles.groups}>
        {SHORTCUT_GROUPS.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl className={styles.keys}>
              {shortcuts.map(({ keys, text }) => (
                <Shortcut key={text} keys={keys} text={t(text)} />
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>{t('shortcuts.goTo')}</h3>
          <dl className={styles.keys}>
            {GO_TO.map(({ keys, text }) => (
              <Shortcut key={keys} keys={[keys]} text={t(text)} />
            ))}
          </dl>
        </section>
      </div>
    </Modal>
  )
}

function Shortcut({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <div>
      <dt>{text}</dt>
      <dd dir="ltr">
        {keys.map((key) => (
          <span key={key} className={styles.chord}>
            <Keys keys={key.split(' ')} />
          </span>
        ))}
      </dd>
    </div>
  )
}

/** One or two keys, pressed in order; they may be the same. */
function Keys({ keys: [first = '', second] }: { keys: readonly string[] }) {
  return (
    <>
      <kbd>{first === 'mod' ? (isMac ? '⌘' : 'Ctrl') : first}</kbd>
      {second && <kbd>{second}</kbd>}
    </>
  )
}
