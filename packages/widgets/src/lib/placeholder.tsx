import type { WidgetProps } from '@vitrine/widgets/host'

/** What the designer shows of a widget that has nothing to show yet. Screens show nothing. */
export function Placeholder({
  size,
  host,
  label,
}: Pick<WidgetProps<unknown>, 'size' | 'host'> & { label: string }) {
  if (host.mode !== 'design') return null
  // As large as the widget, or it could not be read on a page that is drawn small.
  const letters = Math.round(Math.max(12, Math.min(size.width / 10, size.height / 6, 64)))
  return (
    <div
      data-placeholder=""
      style={{
        position: 'absolute',
        left: 0,
        top: 0,
        width: size.width,
        height: size.height,
        boxSizing: 'border-box',
        border: '1px dashed rgba(128, 128, 128, .9)',
        background: 'rgba(128, 128, 128, .18)',
        color: '#9aa0a9',
        font: `500 ${letters}px/1.3 "IBM Plex Sans Variable", "IBM Plex Sans", Arial, sans-serif`,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        textAlign: 'center',
        overflow: 'hidden',
      }}
    >
      {label}
    </div>
  )
}
