import { createStore } from 'zustand/vanilla'

/** The number of blocking writes in progress. */
export const overlay = createStore<{ count: number }>(() => ({ count: 0 }))

/** Shows the loading overlay until the work settles. */
export async function blocking<T>(work: () => Promise<T>): Promise<T> {
  overlay.setState(({ count }) => ({ count: count + 1 }))
  try {
    return await work()
  } finally {
    overlay.setState(({ count }) => ({ count: count - 1 }))
  }
}
