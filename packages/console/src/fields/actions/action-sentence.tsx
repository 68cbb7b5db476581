import { type ActionEntry, actionSentence, isAction } from '@vitrine/contract/fields/actions'
import { useTranslation } from 'react-i18next'
import styles from '#fields/fields.module.css'
import { type ActionsHost, namesOf } from './actions-host.ts'

/** Describes an action in a sentence, including its problem. */
export function useActionSentence(host: ActionsHost): (entry: ActionEntry) => {
  text: string
  details: string
  missing: boolean
} {
  const { t } = useTranslation()
  return (entry) => {
    if (!isAction(entry))
      return { text: t('actions.unknown'), details: t('actions.unknownText'), missing: true }
    const { verb, values, device, missing } = actionSentence(entry, namesOf(host))
    const details = [
      t('actions.event'),
      t(`actions.type.${entry.type}`),
      t(`actions.verb.${verb}`),
      device || t('actions.source'),
      ...(missing.length > 0 ? [t('actions.missing')] : []),
    ]
    return {
      text: t(`actions.sentence.${verb}`, values),
      details: details.join(' · '),
      missing: missing.length > 0,
    }
  }
}

/** An action's sentence, with event, type, verb and target below. */
export function ActionSentence({ entry, host }: { entry: ActionEntry; host: ActionsHost }) {
  const { text, details, missing } = useActionSentence(host)(entry)
  return (
    <span className={styles.itemName}>
      <span className={missing ? styles.bad : undefined}>{text}</span>
      <br />
      <span className={styles.itemNote}>{details}</span>
    </span>
  )
}
