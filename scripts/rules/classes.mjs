// Checks classes of style sheets: a component that uses a missing one looks almost right, and no tool reports it.
import path from 'node:path'

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g
const COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g

/** Classes that a component uses but its style sheet lacks, and classes that no component uses. */
export function checkClasses(files) {
  const sheets = new Map()
  for (const { file, text } of files)
    if (/^packages\/.*\.module\.css$/.test(file))
      sheets.set(file, { classes: classesIn(text), named: new Set(), isWhole: false })
  const missing = files
    .filter(({ file }) => /^packages\/.*\.tsx?$/.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(IMPORT)].flatMap(([, name, spec]) => {
        const sheet = sheets.get(sheetOf(file, spec))
        if (!sheet) return [`${file}: there is no ${spec}`]
        const named = [...text.matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, 'g'))].map(
          ([, each]) => each,
        )
        for (const each of named) sheet.named.add(each)
        // Accessed by a computed name, or passed on: any class may be in use.
        if (new RegExp(String.raw`\b${name}(?:\[|\}|\))`).test(text)) sheet.isWhole = true
        return [...new Set(named)]
          .filter((each) => !sheet.classes.has(each))
          .map((each) => `${file}: ${spec} has no class ${each}`)
      }),
    )
  const unused = [...sheets].flatMap(([file, { classes, named, isWhole }]) =>
    [...classes]
      .filter((each) => !isWhole && !named.has(each))
      .map((each) => `${file}: no component names the class ${each}`),
  )
  return [...missing, ...unused]
}

/** Ignores comments, values (`0.5`, `url(…)`), and global classes of the page or a library. */
function classesIn(css) {
  const selectors =
    css
      .replace(COMMENT, '')
      .replace(/:global\([^)]*\)/g, '')
      .match(/[^{};]+(?=\{)/g) ?? []
  return new Set(
    selectors
      .filter((selector) => !selector.trimStart().startsWith('@'))
      .flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name)),
  )
}

function sheetOf(file, spec) {
  const [, , name] = /^(packages)\/([^/]+)/.exec(file) ?? []
  return spec.startsWith('#')
    ? `packages/${name}/src/${spec.slice(1)}`
    : path.posix.join(path.posix.dirname(file), spec)
}
