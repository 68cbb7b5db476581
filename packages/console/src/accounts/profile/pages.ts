// One file for both: the gate is rarely needed, and has what the profile has.
export { ProfilePage } from './profile-page.tsx'
export { SecondFactorGate } from './second-factor-gate.tsx'
