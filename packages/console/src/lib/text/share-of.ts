/** Which text describes that `done` of `all` screens have something; a single screen has its own. */
export const shareOf = (done: number, all: number): 'all' | 'some' | 'one' | 'none' =>
  all === 1 ? (done > 0 ? 'one' : 'none') : done === all ? 'all' : 'some'
