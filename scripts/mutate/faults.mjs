import { FORM_FAULTS } from './form-faults.mjs'
import { MESSAGE_FAULTS } from './message-faults.mjs'
import { VALUE_FAULTS } from './value-faults.mjs'

/** Every seeded fault: `node scripts/checklist.mjs --mutate` shows that each is caught. */
export const FAULTS = [...MESSAGE_FAULTS, ...FORM_FAULTS, ...VALUE_FAULTS]
