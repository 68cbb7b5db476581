import type { TakeoverNotice } from '@vitrine/contract/api/playback/manifest'

/** The takeover's message, over everything else on the screen. */
export function TakeoverScreen({ takeover: { title, text, tone } }: { takeover: TakeoverNotice }) {
  return (
    <main className="own takeover" data-tone={tone} role="alert">
      <svg viewBox="0 0 100 90" aria-hidden="true">
        <path d="M50 6 95 84H5z" fill="none" stroke="currentColor" strokeWidth="8" strokeLinejoin="round" />
        <path d="M50 34v24M50 68v3" stroke="currentColor" strokeWidth="9" strokeLinecap="round" />
      </svg>
      <h1 dir="auto">{title}</h1>
      {text && <p dir="auto">{text}</p>}
    </main>
  )
}
