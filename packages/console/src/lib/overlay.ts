import { createStore } from 'zustand/vanilla'

/** How many blocking writes are under way. */
export const overlay = createStore<{ count: number }>(() => ({ count: 0 }))

/** Shows the loading overlay until the work ends, however it ends. */
export async function blocking<T>(work: () => Promise<T>): Promise<T> {
  overlay.setState(({ count }) => ({ count: count + 1 }))
  try {
    return await work()
  } finally {
    overlay.setState(({ count }) => ({ count: count - 1 }))
  }
}
