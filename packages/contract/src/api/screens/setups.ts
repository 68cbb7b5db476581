import { z } from 'zod'
import { SETUP_FILES } from '#player/setups.ts'
import { route } from '#route.ts'

/** Setup files for screens. They contain nothing but the player address that they were fetched from. */
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
