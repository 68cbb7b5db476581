import { z } from 'zod'
import { SETUP_FILES } from '#player/setups.ts'
import { route } from '#route.ts'

/** Files that set a screen up. All that they hold is the address of the player by which they were fetched. */
export const setups = {
  file: route({
    method: 'GET',
    path: '/setup/:file',
    summary: `Get a setup file that contains the player's address: ${Object.values(SETUP_FILES).join(', ')}`,
    who: 'public',
    params: z.object({ file: z.string() }),
    response: 'file',
    errors: ['NOT_FOUND'],
  }),
}
