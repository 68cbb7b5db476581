import { Component, type ReactNode } from 'react'
import { builtInText } from '#lib/built-in-texts.ts'
import type { Host } from './host.ts'

interface Props {
  widgetId: string
  host: Host
  /** A change retries the widget. */
  content: unknown
  children: ReactNode
}

/** Contains a widget's failure: its neighbors keep working, the host is notified, the designer marks it. */
export class WidgetFrame extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.host.reportError(this.props.widgetId, error)
  }

  override componentDidUpdate(previous: Props) {
    if (this.state.failed && previous.content !== this.props.content) this.setState({ failed: false })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const { host } = this.props
    return host.mode === 'design' ? <BrokenWidget text={builtInText(host.locale, 'broken')} /> : null
  }
}

/** The designer's box for a widget that can't render. */
export function BrokenWidget({ text }: { text: string }) {
  return (
    <div
      data-broken=""
      style={{
        position: 'absolute',
        left: 0,
        top: 0,
        width: '100%',
        height: '100%',
        boxSizing: 'border-box',
        border: '1px dashed #c51d24',
        background: 'rgba(197, 29, 36, .12)',
        color: '#c51d24',
        font: '500 12px/1.3 "IBM Plex Sans Variable", "IBM Plex Sans", Arial, sans-serif',
        padding: 4,
        overflow: 'hidden',
      }}
    >
      {text}
    </div>
  )
}
