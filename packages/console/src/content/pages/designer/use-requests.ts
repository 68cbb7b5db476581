import { type ReadWidget, WIDGETS_MAX } from '@vitrine/contract/document/layout-document'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { askForComment } from '#content/pages/comments/comments-state.ts'
import { useOpenPart } from '#content/pages/parts/open-part.ts'
import type { ActionsHost } from '#fields/actions/actions-host.ts'
import { playOn } from '#lib/play-on.ts'
import { notify } from '#lib/toasts.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import { openPalette } from '#ui/palette/palette-source.ts'
import { useCan } from '#ui/work/use-can.ts'
import { withBrokenActions } from './broken-actions.ts'
import { selectedGroup } from './commands/groups.ts'
import { focusCanvas, focusSearch, namesOf } from './focus-canvas.ts'
import type { HostRequest } from './state/designer-state.ts'
import { freeName } from './state/page.ts'
import { selectedUse } from './state/selected-use.ts'
import type { Designer } from './state/store.ts'

export type Opened = 'help' | 'preview' | 'delete' | 'history' | 'makePart'
export type Panel = 'add' | 'layers' | 'parts'

/** Requests handled by the panels, which may be hidden. */
const IN_PANELS: readonly HostRequest[] = ['rename', 'content', 'properties', 'search']

/** Applies the user's permissions and preferences, and opens the panels before a request needs them. */
export function useDesignerOptions(designer: Designer): void {
  const mayPlay = useCan('write', 'devices')
  // Screens play pages, not parts.
  useEffect(() => designer.set({ mayPlay: mayPlay && !designer.isPart }), [designer, mayPlay])
  // A layout effect subscribes before the other listeners: a hidden panel can't take the focus.
  useLayoutEffect(
    () =>
      designer.onRequest((request) => {
        if (!designer.state.options.panels && IN_PANELS.includes(request))
          flushSync(() => designer.toggle('panels'))
      }),
    [designer],
  )
  useEffect(() => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (still && designer.state.options.motion) designer.toggle('motion')
  }, [designer])
}

interface RequestOptions {
  designer: Designer
  kind: 'cards' | 'layouts' | 'parts'
  /** Empty until the first save. */
  id: string
  actions: ActionsHost
  saveNow: () => Promise<boolean>
  setOpened: (opened: Opened) => void
  /** Called with the widgets that the user wants to delete, before it opens `delete`. */
  setDeleted: (widgets: readonly ReadWidget[]) => void
  setPanel: (panel: Panel) => void
  /** A widget's id, or `group:` and the name of a group. */
  setRenaming: (what: string | null) => void
}

/** Handles the requests that commands make to the screen around the canvas. */
export function useRequests(options: RequestOptions): void {
  const { designer, kind, id, actions, saveNow, setOpened, setDeleted, setPanel, setRenaming } = options
  const { t } = useTranslation()
  const openPart = useStableCallback(useOpenPart())
  const reportMissing = useMissingTargets(designer, actions)
  useEffect(() => {
    const isUnsaved = () => id === '' || designer.isDirty()
    const play = () => {
      if (isUnsaved()) notify({ kind: 'warning', message: t('designer.saveFirst') })
      else playOn({ subject: { kind: kind === 'cards' ? 'card' : 'layout', id } })
    }
    const copyPage = () => {
      const { page } = designer.state
      if (isUnsaved()) notify({ kind: 'warning', message: t('designer.saveToCopy') })
      else designer.openNew?.({ ...page, name: freeName(new Set([page.name]), page.name) })
    }
    const answers: Partial<Record<HostRequest, () => void>> = {
      save: () => void saveNow().then((saved) => saved && reportMissing()),
      copyPage,
      preview: () => setOpened('preview'),
      help: () => setOpened('help'),
      delete: () => {
        setDeleted(designer.movable())
        setOpened('delete')
      },
      history: () => setOpened('history'),
      full: () => notify({ kind: 'warning', message: t('designer.full', { count: WIDGETS_MAX }) }),
      palette: openPalette,
      play,
      search: () => {
        flushSync(() => setPanel('add'))
        focusSearch()
      },
      rename: () => {
        setPanel('layers')
        const group = selectedGroup(designer)
        setRenaming(group === undefined ? (designer.state.selection[0] ?? null) : `group:${group}`)
      },
      makePart: () => setOpened('makePart'),
      editPart: () => {
        const use = selectedUse(designer)
        if (use) openPart(use.use.part)
      },
      detachPart: () => {
        const use = selectedUse(designer)
        if (use)
          void import('#content/pages/parts/late-parts.ts').then(({ lateParts }) =>
            lateParts.detached(designer, use.id),
          )
      },
      comment: () => id !== '' && askForComment('new'),
      nextComment: () => id !== '' && askForComment('next'),
      canvas: focusCanvas,
    }
    return designer.onRequest((request) => answers[request]?.())
  }, [designer, saveNow, reportMissing, id, kind, setOpened, setDeleted, setPanel, setRenaming, openPart, t])
}

/** After saving, warns about actions with deleted targets: the page plays, but not as intended. */
function useMissingTargets(designer: Designer, actions: ActionsHost): () => void {
  const { t } = useTranslation()
  const latest = useRef(actions)
  latest.current = actions
  return useCallback(() => {
    const lost = withBrokenActions(designer.state.page, latest.current)
    if (lost.length === 0) return
    const names = namesOf(lost) ?? t('designer.several', { count: lost.length })
    notify({ kind: 'warning', message: t('designer.leadsNowhere', { names }) })
  }, [designer, t])
}
