import { type Action, actionSentence } from '@vitrine/contract/fields/actions'
import { samePageName } from '@vitrine/contract/fields/same-page-name'
import type { AnswerValue, Host, ZoneCommand } from '@vitrine/widgets/host'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionsHost, type Named, namesOf } from '#fields/actions/actions-host.ts'
import { clock } from '#lib/clock.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import type { PreviewStories } from './page-preview-stories.ts'
import type { PreviewPage } from './preview-page.ts'

interface PreviewRun {
  pages: readonly PreviewPage[]
  start: number
  /** Further action targets. */
  stories?: PreviewStories
  actions: ActionsHost
  /** Runs an action on the screen it targets. */
  elsewhere?: (action: Action) => void
}

const LOG_MAX = 6
const isZoneVerb = (verb: Action['verb']): verb is ZoneCommand['verb'] =>
  verb.endsWith('_MEDIA') || verb === 'LOAD_MEDIA_BY_ORDER'

const keyOf = (page: PreviewPage | undefined) => page?.key ?? page?.id

/** The state of a preview. Actions work as on a screen, except that effects outside the preview are only logged. */
export function usePreviewRun({ pages: given, start, stories, actions, elsewhere }: PreviewRun) {
  /** The pages of a storyboard that an action has loaded. */
  const [loaded, setLoaded] = useState<readonly PreviewPage[]>()
  const pages = loaded ?? given
  const { send, onCommand } = useZones()
  const { page, visit, since, go, arrived } = usePlace(pages[start], send)
  const { log, note, noteAnswer } = useLog(actions)
  const index = pages.findIndex((one) => keyOf(one) === keyOf(page))
  const step = useCallback(
    (by: 1 | -1) => go(pages[(index + by + pages.length) % pages.length]),
    [go, pages, index],
  )
  const follow = useFollow({ stories, pages, page, step, go, arrived, send, onStory: setLoaded })
  const perform = (list: readonly Action[]) => {
    for (const action of list) {
      note(action)
      if (action.target === '') follow(action)
      else elsewhere?.(action)
    }
  }
  return {
    // The page as it is now: its links may have been changed.
    page: pages[index] ?? page,
    ...{ visit, since, pages, log, step, onCommand },
    position: index + 1,
    count: pages.length,
    show: go,
    // Stable callbacks: a new function would create a new host.
    perform: useStableCallback<Parameters<Host['run']>, void>((_widgetId, list) => perform(list)),
    /** Logged here; a screen would store the answer. */
    answer: useStableCallback<Parameters<Host['answer']>, void>((_widgetId, value) => noteAnswer(value)),
    /** Runs an action that another screen sent. */
    obey: useStableCallback(follow),
  }
}

interface Following extends Pick<PreviewRun, 'stories'>, Pick<ReturnType<typeof usePlace>, 'go' | 'arrived'> {
  pages: readonly PreviewPage[]
  page: PreviewPage | undefined
  step: (by: 1 | -1) => void
  send: (command: Command) => void
  onStory: (pages: readonly PreviewPage[]) => void
}

/** Runs an action on this screen. A page outside the list is loaded first. */
function useFollow({ stories, pages, page, step, go, arrived, send, onStory }: Following) {
  const find = async (fits: (page: Named) => boolean) => {
    const other = stories?.layouts.find(fits)
    return pages.find(fits) ?? (other && arrived(stories?.layout(other.id)))
  }
  const follow = async (action: Action) => {
    if (action.verb === 'LOAD_STORYBOARD') {
      const story = (await arrived(stories?.pagesOf(action.props.storyboardId))) ?? []
      if (story.length === 0) return
      onStory(story)
      go(story[0])
    } else if (action.verb === 'LOAD_NEXT_LAYOUT') step(1)
    else if (action.verb === 'LOAD_PREVIOUS_LAYOUT') step(-1)
    else if (action.verb === 'LOAD_LAYOUT_BY_ORDER') go(pages[action.props.layoutOrder])
    else if (action.verb === 'LOAD_LAYOUT_BY_NAME')
      go(await find(({ name }) => samePageName(name, action.props.layoutName)))
    else if (isZoneVerb(action.verb) && action.type === 'LAYOUT') {
      const { layoutId, mediaZoneId, mediaOrder } = action.props
      const command = { zone: mediaZoneId, verb: action.verb, order: mediaOrder }
      if (layoutId === '' || layoutId === page?.id) return send(command)
      go(await find(({ id }) => id === layoutId), command)
    }
  }
  return (action: Action) =>
    void follow(action).catch((error: unknown) =>
      notify({ kind: 'negative', message: failureText(error, 'errors.get') }),
    )
}

interface Command extends ZoneCommand {
  zone: string
}

/** The media zones of the current page, which subscribe to commands. */
function useZones() {
  const zones = useRef(new Map<string, Set<(command: ZoneCommand) => void>>())
  const send = useCallback(({ zone, ...command }: Command) => {
    for (const listener of zones.current.get(zone) ?? []) listener(command)
  }, [])
  const onCommand = useCallback<Host['onCommand']>((zone, listener) => {
    const listeners = zones.current.get(zone) ?? new Set()
    zones.current.set(zone, listeners.add(listener))
    return () => listeners.delete(listener)
  }, [])
  return { send, onCommand }
}

/** The current page. A command for a zone of the next page waits until that page renders. */
function usePlace(first: PreviewPage | undefined, send: (command: Command) => void) {
  const [place, setPlace] = useState<{
    page: PreviewPage | undefined
    visit: number
    since: number
    command?: Command
  }>(() => ({ page: first, visit: 0, since: clock.now() }))
  const turn = useRef(0)
  const go = useCallback((page: PreviewPage | undefined, command?: Command) => {
    if (!page) return
    turn.current++
    setPlace(({ visit }) => ({ page, visit: visit + 1, since: clock.now(), command }))
  }, [])
  /** Resolves with the loaded value, unless the screen has navigated since. */
  const arrived = useCallback(async <T>(loading: Promise<T> | undefined): Promise<T | undefined> => {
    const mine = ++turn.current
    const loaded = await loading
    return mine === turn.current ? loaded : undefined
  }, [])
  const { command } = place
  useEffect(() => {
    if (command) send(command)
  }, [command, send])
  return { ...place, go, arrived }
}

/** A log of the last actions and answers. */
function useLog(actions: ActionsHost) {
  const { t } = useTranslation()
  const [log, setLog] = useState<readonly { key: number; text: string }[]>([])
  const add = (text: string) =>
    setLog((before) => [...before, { key: (before.at(-1)?.key ?? 0) + 1, text }].slice(-LOG_MAX))
  const note = (action: Action) => {
    const { verb, values, device } = actionSentence(action, namesOf(actions))
    const sentence = t(`actions.sentence.${verb}`, values)
    add(device ? t('preview.elsewhere', { device, sentence }) : sentence)
  }
  const noteAnswer = (value: AnswerValue) => {
    const words = Array.isArray(value) ? value.join(', ') : String(value)
    if (words !== '') add(t('preview.answered', { value: words }))
  }
  return { log, note, noteAnswer }
}
