import type { Claim } from '#lib/api.ts'
import { WORDS } from '#lib/words.ts'

/** The moment after *Connect* was pressed in the console. */
export function Greeting({ claim }: { claim: Claim }) {
  return (
    <main className="own greeting">
      <svg className="greeting-screen" viewBox="0 0 160 100" aria-hidden="true">
        <rect x="2" y="2" width="156" height="90" rx="8" className="greeting-bezel" />
        <rect x="12" y="12" width="136" height="70" rx="3" className="greeting-light" />
        <path d="M58 48 74 64 104 32" className="greeting-check" />
      </svg>
      <h1>
        {WORDS.hello.en}, <bdi>{claim.organizationName}</bdi> · <bdi>{claim.name}</bdi>
      </h1>
    </main>
  )
}
