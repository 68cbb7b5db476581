import { useQuery } from '@tanstack/react-query'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { type ReadDocument, writeDocument } from '@vitrine/contract/document/layout-document'
import { sheetRows } from '@vitrine/contract/document/sheet-rows'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sameSheet } from '#data/sources/api.ts'
import { newId } from '#lib/browser/new-id.ts'
import { clock } from '#lib/clock.ts'
import type { Dropped } from '#lib/dropped-files.ts'
import { queries } from '#lib/query.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { dateText } from '#lib/text/format.ts'
import { mediaKey } from '#queries/media.ts'
import { sourcesKey, sourcesQuery } from '#queries/sources.ts'
import { useTemplateOwner } from '#queries/templates.ts'
import { type Arrived, arrive } from './arrival.ts'
import { makerOf } from './make-arrival.ts'

/** Rows of a list. */
const ROWS = 60

/** What was dropped: how it will look, and how it gets to screens. */
export function useArrived(dropped: Dropped | undefined) {
  const { t } = useTranslation()
  const organizationId = useOrganizationId() ?? ''
  const { arrived, failure } = useReading(dropped)
  const arrival = arrived?.arrival
  const make = useMemo(() => arrival && makerOf(arrival), [arrival])
  const boardOf = useBoard()
  const pageOfSource = useSourcePage()
  const [share, setShare] = useState<number>()
  const stop = useStop()
  const { data: sources = [] } = useQuery({ ...sourcesQuery(), enabled: arrival?.as === 'board' })
  const name =
    arrival?.as === 'slides'
      ? t('drop.slideShow', { date: dateText(clock.now(), 'day') })
      : (arrival?.name ?? '')

  const run = async (): Promise<Storyboard> => {
    if (!make) throw new Error('Nothing was dropped')
    try {
      return await make({
        organizationId,
        title: name,
        board: pageOfSource,
        onProgress: setShare,
        signal: stop(),
      })
    } finally {
      setShare(undefined)
      for (const queryKey of [mediaKey, sourcesKey]) void queries.invalidateQueries({ queryKey })
    }
  }
  const sheet = arrival?.as === 'board' ? arrival : undefined
  return {
    ...{ arrival, failure, share, boardOf },
    leftOut: arrived?.leftOut ?? [],
    reading: dropped !== undefined && !arrived && !failure,
    /** Another version of a sheet that is already a data source. */
    replaces: sheet && sameSheet(sources, sheet.sheet)?.name,
    /** In the plan: nothing of it is on the server yet. */
    playable: arrival && { kind: 'media' as const, id: '', name, organizationId },
    make: run,
  }
}
export type ArrivedState = ReturnType<typeof useArrived>

function useReading(dropped: Dropped | undefined) {
  const [state, setState] = useState<{ of: Dropped; arrived?: Arrived; failure?: unknown }>()
  useEffect(() => {
    if (!dropped) return
    const controller = new AbortController()
    arrive(dropped, controller.signal).then(
      (arrived) => controller.signal.aborted || setState({ of: dropped, arrived }),
      (failure) => controller.signal.aborted || setState({ of: dropped, failure }),
    )
    return () => controller.abort()
  }, [dropped])
  return { arrived: undefined, failure: undefined, ...(state?.of === dropped && state) }
}

/** A signal that closing the dialog aborts. */
function useStop() {
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  return () => {
    controller.current = new AbortController()
    return controller.current.signal
  }
}

/** Makes the page that shows a data source by its name. */
export function useSourcePage(): (source: string) => Promise<LayoutDocument> {
  const boardOf = useBoard()
  return async (source) => writeDocument(await boardOf({ source, title: source }), WIDGET_FIELDS)
}

/** Draws the board of a sheet in the organization's colors. */
function useBoard() {
  const owner = useTemplateOwner()
  return async (texts: { source: string; title: string }): Promise<ReadDocument> => {
    const { sheetBoard } = await loadChunk(() => import('@vitrine/widgets/sheet-board'))
    return sheetBoard(texts, owner, newId)
  }
}

/** The board with the rows of a sheet that isn't stored yet. */
export function useBoardPreview({ arrival, boardOf }: Pick<ArrivedState, 'arrival' | 'boardOf'>) {
  const sheet = arrival?.as === 'board' ? arrival : undefined
  const [document, setDocument] = useState<ReadDocument>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the owner's colors don't change while the dialog is open
  useEffect(() => {
    if (!sheet) return
    let isCurrent = true
    const rows = sheetRows(sheet.table, ROWS)
    void boardOf({ source: '', title: sheet.name }).then((board) => {
      const widgets = board.widgets.map((widget) =>
        widget === board.widgets.at(-1) ? { ...widget, settings: { ...widget.settings, rows } } : widget,
      )
      if (isCurrent) setDocument({ ...board, widgets })
    })
    return () => {
      isCurrent = false
    }
  }, [sheet])
  return document
}
