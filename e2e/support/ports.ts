export { freePort, freePorts } from '../../scripts/setup/ports.mjs'
