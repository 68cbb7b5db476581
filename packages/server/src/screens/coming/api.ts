export { comingInGroup, comingOnScreen } from './queries.ts'
