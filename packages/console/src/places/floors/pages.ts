// One chunk, because users open plans from the list.
export { FloorsPage } from './floors-page.tsx'
export { FloorPlanPage } from './plan/floor-plan-page.tsx'
