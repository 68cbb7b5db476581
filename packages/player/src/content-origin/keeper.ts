import type { FromKeeper } from '#content/package-bridge.ts'

/**
 * Lies hidden in the player's page, on the content origin: starts that origin's service worker, and carries its questions
 * for files to the player and the answers back.
 */
async function keep(): Promise<void> {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data?.hash)
      tell({ keeper: 'asks', hash: String(data.hash), path: String(data.path), bytes: data.bytes === true }, [
        ...ports,
      ])
  })
  serviceWorker.startMessages()
  const registration = await serviceWorker.register('/worker.js')
  if (!serviceWorker.controller) {
    const controlled = new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    registration.active?.postMessage('claim')
    await controlled
  }
  tell({ keeper: 'ready' })
}

/** Any page allowed to frame this one can receive it: it contains only file names. */
const tell = (message: FromKeeper, ports: MessagePort[] = []) => parent.postMessage(message, '*', ports)

tell({ keeper: 'here' })
keep().catch((error: unknown) => tell({ keeper: 'failed', reason: String(error) }))
