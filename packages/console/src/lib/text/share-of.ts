/** Which words tell that `done` of `all` screens have something: one screen is no share of screens. */
export const shareOf = (done: number, all: number): 'all' | 'some' | 'one' | 'none' =>
  all === 1 ? (done > 0 ? 'one' : 'none') : done === all ? 'all' : 'some'
