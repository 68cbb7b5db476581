/** Calls that screens make after their first picture, apart from `CALLS`, which the start script has. */
export const LATER_CALLS = {
  checkSite: { method: 'GET', path: '/player/sites/:mediaId' },
  registerMachine: { method: 'POST', path: '/player/machine' },
  askUpdate: { method: 'POST', path: '/player/update' },
  sendMachineLog: { method: 'POST', path: '/player/machine/log' },
  findNeighbor: { method: 'POST', path: '/player/neighbors/:sha256' },
  signalNeighbor: { method: 'POST', path: '/player/neighbors' },
} as const
