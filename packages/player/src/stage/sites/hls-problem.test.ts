import { ErrorDetails, ErrorTypes } from 'hls.js'
import { expect, test } from 'vitest'
import { problemOf } from './hls-problem.ts'

const { NETWORK_ERROR, MEDIA_ERROR, KEY_SYSTEM_ERROR } = ErrorTypes
const { FRAG_LOAD_ERROR, MANIFEST_LOAD_TIMEOUT, MANIFEST_PARSING_ERROR, LEVEL_EMPTY_ERROR } = ErrorDetails
const { BUFFER_APPEND_ERROR, KEY_SYSTEM_NO_ACCESS } = ErrorDetails

test.each([
  [NETWORK_ERROR, FRAG_LOAD_ERROR, undefined, 'unreachable'],
  [NETWORK_ERROR, FRAG_LOAD_ERROR, 0, 'unreachable'],
  [NETWORK_ERROR, FRAG_LOAD_ERROR, 200, 'unreachable'],
  [NETWORK_ERROR, FRAG_LOAD_ERROR, 399, 'unreachable'],
  [NETWORK_ERROR, FRAG_LOAD_ERROR, 400, 'status 400'],
  [NETWORK_ERROR, FRAG_LOAD_ERROR, 404, 'status 404'],
  [NETWORK_ERROR, MANIFEST_LOAD_TIMEOUT, 0, 'timeout'],
  [NETWORK_ERROR, MANIFEST_LOAD_TIMEOUT, 504, 'status 504'],
  [NETWORK_ERROR, MANIFEST_PARSING_ERROR, 200, 'stream-broken'],
  [NETWORK_ERROR, LEVEL_EMPTY_ERROR, undefined, 'stream-broken'],
  [KEY_SYSTEM_ERROR, KEY_SYSTEM_NO_ACCESS, undefined, 'stream-encrypted'],
  [MEDIA_ERROR, BUFFER_APPEND_ERROR, undefined, 'bufferAppendError'],
])('%s %s with status %s is reported as %s', (type, details, code, problem) => {
  const response = code === undefined ? undefined : { url: '', data: undefined, code }
  expect(problemOf({ type, details, response })).toBe(problem)
})
