// Functions that run in a page, in a world that the page's own scripts can't reach. Text, because bundlers rename.

const VISIBLE = `const visible = (each) => each.getClientRects().length > 0 && !each.disabled &&
  getComputedStyle(each).visibility !== 'hidden'
const first = (selector) => [...document.querySelectorAll(selector)].find(visible)`

const FIELDS = `${VISIBLE}
const passwordOf = (own) => first(own || 'input[type=password]')
const userOf = (own) => {
  if (own) return first(own)
  const texts = 'input[type=text], input[type=email], input[type=tel], input:not([type])'
  const named = first('input[autocomplete~=username], input[autocomplete~=email], input[type=email]')
  if (named) return named
  const form = passwordOf('')?.form
  return (form && [...form.querySelectorAll(texts)].find(visible)) || first(texts)
}`

/** Puts the caret into a field and selects what is in it. Returns where the page is, and whether the field is there. */
export const FOCUS_FIELD = `function (which, own) { ${FIELDS}
  const field = which === 'user' ? userOf(own) : passwordOf(own)
  if (field) { field.focus(); field.select?.() }
  return { found: field !== undefined, origin: location.origin }
}`

/** Whether the page asks for a password, and its address. */
export const ASKS_PASSWORD = `function (own) { ${FIELDS}
  return { asks: passwordOf(own) !== undefined, address: location.href }
}`

/** Presses the button that ends a step of a login. Returns whether there is one. */
export const SUBMIT = `function (own) { ${FIELDS}
  const field = passwordOf('') ?? userOf('')
  const submits = 'button[type=submit], input[type=submit], button:not([type])'
  const inForm = field?.form && [...field.form.querySelectorAll(submits)].find(visible)
  const button = own ? first(own) : inForm ?? first('button[type=submit], input[type=submit]')
  button?.click()
  return button !== undefined
}`

export const HAS_ELEMENT = `function (selector) { ${VISIBLE}
  return first(selector) !== undefined
}`

export const HIDE = `function (selectors) {
  for (const selector of selectors)
    for (const each of document.querySelectorAll(selector)) each.style.setProperty('display', 'none', 'important')
}`

/** In CSS pixels of the document; null without the element. */
export const PLACE_OF = `function (selector) { ${VISIBLE}
  const found = first(selector)
  if (!found) return null
  const { left, top, width, height } = found.getBoundingClientRect()
  return { x: left + scrollX, y: top + scrollY, width, height }
}`

/** Two frames later, or half a second. */
export const PAINTED = `function () {
  const frames = new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  return Promise.race([frames, new Promise((done) => setTimeout(done, 500))]).then(() => true)
}`
