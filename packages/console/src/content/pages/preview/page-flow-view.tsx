import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionSentence } from '#fields/actions/action-sentence.tsx'
import type { ActionsHost, Named } from '#fields/actions/actions-host.ts'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import { type FlowEdge, flowOf, unreachable } from './page-flow.ts'
import styles from './page-flow-view.module.css'
import type { PreviewPage } from './preview-page.ts'

/** The width of a page's column, and the height for arcs above and below, in pixels. */
const COLUMN = 240
const ARCS = 120

interface PageFlowViewProps {
  pages: readonly PreviewPage[]
  /** Other existing layouts. */
  known: readonly Named[]
  actions: ActionsHost
  /** The index of the previewed page. */
  current: number
  onChoose: (page: PreviewPage) => void
}

/** Pages in order, with an arc for each action that leads from one to another: forward above, back below. */
export function PageFlowView({ pages, known, actions, current, onChoose }: PageFlowViewProps) {
  const { t } = useTranslation()
  const sentence = useActionSentence(actions)
  const edges = useMemo(() => flowOf(pages, known), [pages, known])
  const lost = useMemo(() => new Set(unreachable(pages, edges)), [pages, edges])
  const outside = (place: number) => edges.filter(({ from, to }) => from === place && typeof to !== 'number')
  return (
    <div className={styles.flow}>
      <div style={{ inlineSize: pages.length * COLUMN }} dir="ltr">
        <Arcs edges={edges} count={pages.length} side="forward" />
        <ol className={styles.pages} aria-label={t('preview.flow')}>
          {pages.map((page, place) => (
            <li key={page.key ?? page.id} style={{ inlineSize: COLUMN }}>
              <button
                type="button"
                className={styles.page}
                aria-current={place === current ? 'page' : undefined}
                onClick={() => onChoose(page)}
              >
                <PageThumb document={page.document} label="" />
                <span className={styles.name}>
                  {place + 1} · <bdi>{page.name}</bdi>
                </span>
              </button>
              {lost.has(place) && (
                <p className={styles.warning}>
                  <WarningIcon size={14} aria-hidden="true" /> {t('preview.unreachable')}
                </p>
              )}
              {outside(place).map(({ to, widget, action }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: actions have no ids
                <p key={index} className={to === 'missing' ? styles.warning : styles.note}>
                  {to === 'missing' && <WarningIcon size={14} aria-hidden="true" />} <bdi>{widget}</bdi> →{' '}
                  {to === 'missing' ? t('preview.leadsNowhere') : sentence(action).text}
                </p>
              ))}
            </li>
          ))}
        </ol>
        <Arcs edges={edges} count={pages.length} side="back" />
      </div>
      {/* A text equivalent of the arcs, for screen readers. */}
      <ul className="visually-hidden">
        {edges.map(({ from, to, widget, action }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions have no ids
          <li key={index}>
            {pages[from]?.name}, {widget}: {sentence(action).text}
            {to === 'missing' && `, ${t('preview.leadsNowhere')}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Arcs({
  edges,
  count,
  side,
}: {
  edges: readonly FlowEdge[]
  count: number
  side: 'forward' | 'back'
}) {
  const forward = side === 'forward'
  const base = forward ? ARCS : 0
  const drawn = new Map<string, { from: number; to: number; widgets: string[] }>()
  for (const { from, to, widget } of edges) {
    if (typeof to !== 'number' || to === from || to > from !== forward) continue
    const arc = drawn.get(`${from} ${to}`) ?? { from, to, widgets: [] }
    arc.widgets.push(widget)
    drawn.set(`${from} ${to}`, arc)
  }
  return (
    <svg className={styles.arcs} width={count * COLUMN} height={ARCS} aria-hidden="true">
      <defs>
        <marker
          id={`arrow-${side}`}
          viewBox="0 0 10 10"
          refX="8"
          refY="5"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0 10 5 0 10z" fill="#6ea8fe" />
        </marker>
      </defs>
      {[...drawn.values()].map(({ from, to, widgets }) => {
        const steps = Math.abs(to - from)
        const height = Math.min(ARCS - 18, 34 + steps * 20)
        const [x1, x2] = [
          (from + 0.5) * COLUMN + (forward ? 16 : -16),
          (to + 0.5) * COLUMN + (forward ? -16 : 16),
        ]
        const top = forward ? base - height : height
        return (
          <g key={`${from} ${to}`}>
            <path
              d={`M${x1} ${base} C ${x1} ${top}, ${x2} ${top}, ${x2} ${base}`}
              fill="none"
              stroke="#6ea8fe"
              strokeWidth="2"
              markerEnd={`url(#arrow-${side})`}
            />
            <text x={(x1 + x2) / 2} y={base + (top - base) * 0.75 + (forward ? -6 : 14)} textAnchor="middle">
              {widgets.join(', ')}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
