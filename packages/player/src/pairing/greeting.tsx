import type { Claim } from '#lib/api.ts'
import { directionOf, languageOf, TEXTS } from '#lib/texts.ts'

/**
 * Shown right after *Connect* in the console: who connected this screen, with a way to undo it in case someone else
 * used the code.
 */
export function Greeting({ claim, undo }: { claim: Claim; undo: () => void }) {
  const language = languageOf()
  return (
    <main className="own greeting">
      <svg className="greeting-screen" viewBox="0 0 160 100" aria-hidden="true">
        <rect x="2" y="2" width="156" height="90" rx="8" className="greeting-bezel" />
        <rect x="12" y="12" width="136" height="70" rx="3" className="greeting-light" />
        <path d="M58 48 74 64 104 32" className="greeting-check" />
      </svg>
      <h1 dir={directionOf(language)} lang={language}>
        {TEXTS.hello[language]} <bdi>{claim.organizationName}</bdi> · <bdi>{claim.name}</bdi>
      </h1>
      <button type="button" className="greeting-undo" lang={language} onClick={undo}>
        {TEXTS.notYou[language]}
      </button>
    </main>
  )
}
