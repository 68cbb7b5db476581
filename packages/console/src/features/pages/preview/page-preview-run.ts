import { type Action, actionSentence } from '@vitrine/contract/document/actions'
import type { AnswerValue, Host, ZoneCommand } from '@vitrine/widgets/host'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionsHost, namesOf } from '#fields/actions/actions-host.ts'
import { clock } from '#lib/clock.ts'
import type { PreviewPage } from './preview-page.ts'

interface PreviewRun {
  pages: readonly PreviewPage[]
  others: readonly PreviewPage[]
  start: number
  actions: ActionsHost
  /** The pages of another storyboard; none where there is no such one. */
  pagesOf?: (storyboardId: string) => readonly PreviewPage[]
  /** Does an action on the screen that it names. */
  elsewhere?: (action: Action) => void
}

const LOG_MAX = 6
const isZoneVerb = (verb: Action['verb']): verb is ZoneCommand['verb'] =>
  verb.endsWith('_MEDIA') || verb === 'LOAD_MEDIA_BY_ORDER'

const keyOf = (page: PreviewPage | undefined) => page?.key ?? page?.id

/** Where a preview is, and what touching does: as on a screen, except that what leads out of it is only told. */
export function usePreviewRun({ pages: given, others, start, actions, pagesOf, elsewhere }: PreviewRun) {
  const { t } = useTranslation()
  /** Of the storyboard that an action has loaded. */
  const [loaded, setLoaded] = useState<readonly PreviewPage[]>()
  const pages = loaded ?? given
  const [place, setPlace] = useState(() => ({ page: pages[start], visit: 0, since: clock.now() }))
  const [log, setLog] = useState<readonly { key: number; text: string }[]>([])
  const zones = useRef(new Map<string, Set<(command: ZoneCommand) => void>>())
  const waiting = useRef<{ zone: string; command: ZoneCommand } | undefined>(undefined)

  const index = pages.findIndex((page) => keyOf(page) === keyOf(place.page))
  const go = useCallback(
    (page: PreviewPage | undefined) =>
      page && setPlace(({ visit }) => ({ page, visit: visit + 1, since: clock.now() })),
    [],
  )
  const step = useCallback(
    (by: 1 | -1) => go(pages[(index + by + pages.length) % pages.length]),
    [go, pages, index],
  )

  const tell = (zone: string, command: ZoneCommand) => {
    for (const listener of zones.current.get(zone) ?? []) listener(command)
  }
  const onCommand = useCallback<Host['onCommand']>((zone, listener) => {
    const listeners = zones.current.get(zone) ?? new Set()
    zones.current.set(zone, listeners.add(listener))
    return () => listeners.delete(listener)
  }, [])
  // A command for a zone of another page goes out once that page stands.
  // biome-ignore lint/correctness/useExhaustiveDependencies: visit is the trigger; a waiting command is sent once its page is shown
  useEffect(() => {
    const late = waiting.current
    waiting.current = undefined
    if (late) tell(late.zone, late.command)
  }, [place.visit])

  const note = (action: Action) => {
    const { verb, values, device } = actionSentence(action, namesOf(actions))
    const sentence = t(`actions.sentence.${verb}`, values)
    const text = device ? t('preview.elsewhere', { device, sentence }) : sentence
    told(text)
  }

  const told = (text: string) =>
    setLog((before) => [...before, { key: (before.at(-1)?.key ?? 0) + 1, text }].slice(-LOG_MAX))
  const answered = (value: AnswerValue) => {
    const words = Array.isArray(value) ? value.join(', ') : String(value)
    if (words !== '') told(t('preview.answered', { value: words }))
  }
  const perform: Host['run'] = (_widgetId, list) => {
    for (const action of list) {
      note(action)
      if (action.target === '') follow(action)
      else elsewhere?.(action)
    }
  }
  const follow = (action: Action) => {
    const known = [...pages, ...others]
    if (action.verb === 'LOAD_STORYBOARD') {
      const story = pagesOf?.(action.props.storyboardId) ?? []
      if (story.length === 0) return
      setLoaded(story)
      go(story[0])
    } else if (action.verb === 'LOAD_NEXT_LAYOUT') step(1)
    else if (action.verb === 'LOAD_PREVIOUS_LAYOUT') step(-1)
    else if (action.verb === 'LOAD_LAYOUT_BY_ORDER') go(pages[action.props.layoutOrder])
    else if (action.verb === 'LOAD_LAYOUT_BY_NAME')
      go(known.find(({ name }) => name === action.props.layoutName))
    else if (isZoneVerb(action.verb) && action.type === 'LAYOUT') {
      const { layoutId, mediaZoneId, mediaOrder } = action.props
      const command = { verb: action.verb, order: mediaOrder }
      if (layoutId === '' || layoutId === place.page?.id) return tell(mediaZoneId, command)
      waiting.current = { zone: mediaZoneId, command }
      go(known.find(({ id }) => id === layoutId))
    }
  }
  // Hosts are made anew when a function changes, so these two stay the same.
  const latest = useRef(perform)
  latest.current = perform
  const run = useCallback<Host['run']>((widgetId, list) => latest.current(widgetId, list), [])
  const answering = useRef(answered)
  answering.current = answered
  /** A screen would keep it; here it is only told. */
  const answer = useCallback<Host['answer']>((_widgetId, value) => answering.current(value), [])
  const following = useRef(follow)
  following.current = follow
  /** Does what another screen asks for. */
  const obey = useCallback((action: Action) => following.current(action), [])

  return {
    page: place.page,
    visit: place.visit,
    since: place.since,
    position: index + 1,
    pages,
    count: pages.length,
    log,
    step,
    show: go,
    perform: run,
    answer,
    obey,
    onCommand,
  }
}
