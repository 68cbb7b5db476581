// The words of Vitrine: one word for one thing, in plain American English. See "Words" in CONTRIBUTING.md.

/**
 * Words that the interface, comments, test titles, and documents avoid, each with what to write instead.
 * The specification's own texts are exempt: they are listed in specification-texts.json.
 */
const AVOIDED = [
  // American spelling.
  { pattern: /\b\w*colour\w*/i, instead: 'color' },
  { pattern: /\bcentred?\b/i, instead: 'center' },
  { pattern: /\bgrey\b/i, instead: 'gray' },
  { pattern: /\bprogrammes?\b/i, instead: 'schedule, or playback for what a screen plays at an instant' },
  { pattern: /\b(?:un)?cancell(?:ed|ing)\b/i, instead: 'canceled, canceling' },
  { pattern: /\bbehaviours?\b/i, instead: 'behavior' },
  { pattern: /\bfavourites?\b/i, instead: 'favorite' },
  { pattern: /\borganis(?:e|ed|es|ing|ations?)\b(?! islamiques)/i, instead: 'organize, organization' },
  // One word for one thing.
  { pattern: /\be-mails?\b/i, instead: 'email' },
  { pattern: /\bsign(?:s|ed|ing)?[ -](?:in|out)\b/i, instead: 'log in, log out' },
  // Dialect: each has an ordinary word.
  { pattern: /\bsomebody\b/i, instead: 'someone, or better the actor: a user, an admin, the caller' },
  { pattern: /\bnobody\b/i, instead: 'no one, or better the actor or a noun: unused, unknown caller' },
  { pattern: /\banybody\b/i, instead: 'anyone, or better the actor' },
  { pattern: /\bwhoever\b/i, instead: 'the actor: the caller, the user, the server administrator' },
  { pattern: /\banew\b/i, instead: 'again, or a verb: recreate, reload, restart' },
  { pattern: /\bmeanwhile\b/i, instead: 'in the meantime, or while' },
  { pattern: /\bat once\b/i, instead: 'immediately, or at the same time' },
  { pattern: /\bby (?:itself|themselves)\b/i, instead: 'automatically, on its own, or alone' },
  { pattern: /\bof (?:its|their|his|her|my|our|your|one’s|one's) own\b/i, instead: 'its own, or separate' },
  { pattern: /\bstands\b(?! for\b)/i, instead: 'is, or the verb that says what happens' },
  { pattern: /\bshall\b/i, instead: 'should, must, or will' },
]

/** Phrases that need decoding in comments, test titles, and documents; each has an ordinary verb or term. */
const AVOIDED_IN_CODE = [
  ...AVOIDED,
  { pattern: /\b(?:is|are|was|were|been) told\b/i, instead: 'receives, is notified, gets' },
  { pattern: /\bgo(?:es)? on\b/i, instead: 'continues, resumes, keeps' },
  { pattern: /\b(?:comes?|came) back\b/i, instead: 'returns, reconnects, is restored' },
  { pattern: /\b(?:is|are|was|were) over\b/i, instead: 'has ended, has expired' },
  { pattern: /\blies\b/i, instead: 'is' },
  { pattern: /\bheard of\b/i, instead: 'reported, received, known' },
  { pattern: /\bstand (?:in|at|on|under|beside)\b/i, instead: 'is in, is at' },
  { pattern: /\bthat (?:is|are) no\b/i, instead: 'that is not a' },
  {
    pattern: /\bwhat (?:is|was) (?:told|known|stored|kept|sent|said|typed|drawn|asked)\b/i,
    instead: 'the noun',
  },
  { pattern: /\bone after the other\b/i, instead: 'one at a time, in order' },
  { pattern: /\bas it was\b/i, instead: 'unchanged' },
  { pattern: /\bcheap(?:ly|er|est)?\b(?! screens)/i, instead: 'quick, small, what it costs or saves' },
  { pattern: /\bcut off\b/i, instead: 'truncated, disconnected' },
  { pattern: /\b(?:mend(?:s|ed|ing)?|anyhow)\b/i, instead: 'repair, fix' },
  { pattern: /\bdistrust\w*\b/i, instead: 'invalidate, stale' },
  { pattern: /^only (?:if|when)\b/i, instead: 'a sentence with a subject and a verb' },
]

/** Names in code that a reader has to decode, each with the field's words. */
const AVOIDED_NAMES = [
  { pattern: /(?<!\.)\bbegun\b/, instead: 'started' },
  { pattern: /\bgoOn\b/, instead: 'continue, resume' },
  { pattern: /\bdistrust\b/, instead: 'invalidate' },
  { pattern: /\bhear\b/, instead: 'receive, onMessage' },
  { pattern: /\btell(?:All|Others)?\b/, instead: 'send, notify, report' },
  { pattern: /\bmend(?:er|ing)?\b/, instead: 'repair' },
  { pattern: /\b(?:const|let) programme\b/, instead: 'schedule; stored data and the protocol keep the name' },
]

/** Words that only the interface avoids. */
const AVOIDED_IN_INTERFACE = [
  ...AVOIDED,
  { pattern: /\blicences?\b/i, instead: 'license' },
  { pattern: /\bmails?\b(?! server)/i, instead: 'email' },
  { pattern: /\b(?:displays|monitors)\b/i, instead: 'screens' },
  { pattern: /\b(?:is|are|was) over\b/i, instead: 'has expired, has ended' },
  { pattern: /\bplays? on(?! a| one| it| %|…)\b/i, instead: 'keeps playing' },
  {
    pattern: /\bhung\b|\bhangs? (?:where|elsewhere|at|on)\b|\bthey hang\b/i,
    instead: 'is installed, is mounted',
  },
  { pattern: /\w\} %(?!\{)/, instead: 'a percent sign without a space before it' },
]

/** Words that only the console's texts avoid. */
const AVOIDED_IN_TEXTS = [
  ...AVOIDED_IN_INTERFACE,
  {
    pattern: /\b(?:is|are|was|were|do|does|did|has|have|had|could|would|should) not\b|\bcannot\b/i,
    instead: 'the contraction',
  },
  {
    pattern: /\b[\w-]+, (?!uppercase)[\w-]+(?: [\w-]+)? (?:and|or) [\w-]+(?=[,.]|$)/,
    instead: 'a comma before "and" or "or" in a list of three',
  },
  { pattern: /\b(?:one|it) after the other\b/i, instead: 'one at a time, one after another' },
]

/**
 * Maximum lines of comments, test titles, and documents that still have such words, by room. The numbers may only go
 * down; at 0, the room is done.
 */
export const BUDGETS = {
  bench: 0,
  console: 0,
  contract: 1,
  docs: 0,
  e2e: 0,
  player: 0,
  scripts: 0,
  server: 0,
  widgets: 0,
}

const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
const TITLE = /\b(?:test|it|describe|run)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*$/
/** A sentence in code: it starts with a capital and has at least three words. */
const SENTENCE = /^[A-Z][\w’']* \S+ \S+/

/** The comments, test titles, and sentences of a source file, with their lines. */
export function wordsIn(text) {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
    const line = text.slice(0, index).split('\n').length
    if (/^\/[/*]/.test(token)) {
      if (text[index - 1] === ':' || /^\/\/ biome-ignore/.test(token)) return []
      return token.split('\n').map((words, offset) => ({ kind: 'comment', line: line + offset, words }))
    }
    const words = token.slice(1, -1)
    if (TITLE.test(text.slice(Math.max(0, index - 2000), index))) return [{ kind: 'title', line, words }]
    return SENTENCE.test(words) ? [{ kind: 'sentence', line, words }] : []
  })
}

const LISTS = {
  sentence: AVOIDED_IN_INTERFACE,
  comment: AVOIDED_IN_CODE,
  title: AVOIDED_IN_CODE,
  prose: AVOIDED_IN_CODE,
}

const avoided = (words, list) =>
  list.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(words)
    return found ? [`"${found[0].trim()}" (write: ${instead})`] : []
  })

const leaves = (tree, path = '') =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : leaves(value, `${path}${key}.`),
  )

/** `%{colour}` is code, and becomes `%{x}`. */
const withoutNames = (text) => text.replace(/%\{\w+\}/g, '%{x}')

/** Problems in a locale's texts. `specification`: keys with texts of the specification. */
export function checkLocale(file, texts, specification = {}) {
  return leaves(texts)
    .filter(([key]) => !Object.hasOwn(specification, key))
    .flatMap(([key, text]) =>
      avoided(withoutNames(text), AVOIDED_IN_TEXTS).map((what) => `${file}: ${key}: ${what}`),
    )
}

/**
 * Messages in code may not have avoided words at all; comments, test titles, and documents only in as many lines as
 * their room's budget. `lines`: where, by room.
 */
export function checkWords(files, budgets = BUDGETS) {
  const found = files.flatMap(checkFile)
  const lines = Object.groupBy(
    found.filter(({ isMessage }) => !isMessage),
    ({ room }) => room,
  )
  const problems = [
    ...found.filter(({ isMessage }) => isMessage).map(({ where }) => where),
    ...files.flatMap(checkNames),
  ]
  for (const [room, left] of Object.entries(lines)) {
    const budget = budgets[room] ?? 0
    if (left.length <= budget) continue
    problems.push(
      `${room}: ${left.length} lines of comments, test titles, or documents have words to avoid; the budget is ${budget}. ` +
        `Reword them; node scripts/rules/check-words.mjs ${room} lists all. Some of them:`,
      ...left.slice(-5).map(({ where }) => where),
    )
  }
  return { problems, lines }
}

/** Problems in the names of a source file's code. */
export function checkNames({ file, text }) {
  if (!/\.(?:tsx?|mjs)$/.test(file)) return []
  const code = text.replace(TOKEN, (token) => '\n'.repeat(token.split('\n').length - 1))
  return code
    .split('\n')
    .flatMap((line, index) =>
      avoided(line, AVOIDED_NAMES).map((what) => `${file}:${index + 1}: the name ${what}`),
    )
}

function checkFile({ file, text, isTest }) {
  const room = roomOf(file)
  const parts = file.endsWith('.md') ? proseIn(text) : wordsIn(text)
  return parts.flatMap(({ kind, line, words }) => {
    const isMessage = kind === 'sentence'
    if (isMessage && (isTest || !/^packages\/\w+\/src\//.test(file))) return []
    const what = avoided(words, LISTS[kind] ?? AVOIDED)
    return what.length ? [{ room, isMessage, where: `${file}:${line}: ${what.join(', ')}` }] : []
  })
}

/** The lines of a document, without code. */
const proseIn = (text) =>
  text
    .split('\n')
    .map((words, index) => ({ kind: 'prose', line: index + 1, words: words.replace(/`[^`]*`/g, '') }))

const roomOf = (file) =>
  /^packages\/([^/]+)\//.exec(file)?.[1] ?? /^(e2e|bench|scripts)\//.exec(file)?.[1] ?? 'docs'
