export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
