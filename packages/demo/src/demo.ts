// What the server loads for `--demo`.
import path from 'node:path'
import { hasDemo, keepDemo, playDemo } from './demo-screens.ts'
import type { DemoServer, FirstSignIn } from './demo-server.ts'
import { DEMO_PEOPLE, fillDemo } from './fill-demo.ts'

/** The pictures are next to this file after the build. */
const PICTURES = path.resolve(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../pictures' : 'pictures',
)

/**
 * Fills an empty database, which has just got its first account, and plays the demo's screens. `folder` keeps their
 * identities. Undefined if the database has other data; otherwise ends the screens.
 */
export async function startDemo(
  server: DemoServer & { firstSignIn: FirstSignIn | null },
  folder: string,
): Promise<(() => Promise<void>) | undefined> {
  if (server.firstSignIn) keepDemo(folder, await fillDemo(server, server.firstSignIn, PICTURES))
  else if (!hasDemo(folder)) return undefined
  return playDemo(server, folder)
}

/** How to log in, as lines of text. */
export const demoLines = (): string[] => [
  '  The demo is a hotel. All its users log in with the same password:',
  `    ${Object.values(DEMO_PEOPLE)
    .map(({ email }) => email)
    .join('   ')}`,
  '  Its screens play in the server. For a real one, open the player, then choose Replace player on a screen.',
  '',
]
