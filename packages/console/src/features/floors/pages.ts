// In one script: people open plans from the list.
export { FloorsPage } from './floors-page.tsx'
export { FloorPlanPage } from './plan/floor-plan-page.tsx'
