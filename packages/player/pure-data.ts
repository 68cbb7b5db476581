import type { Plugin } from 'vite'

/**
 * Contract and widgets describe things: making a schema or a table at the top of a module does nothing else. A bundler
 * cannot know that of a call, so it is told here, and what a screen does not use (all of zod) stays out of its script.
 */
export function pureData(): Plugin {
  return {
    name: 'pure-data',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/packages\/(contract|widgets)\/src\/.+\.tsx?$/ },
      handler(code, id) {
        const program = this.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' })
        let pure = ''
        let at = 0
        for (const statement of program.body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations) {
            if (!init || /^(Literal|TemplateLiteral|Identifier|ArrowFunctionExpression)$/.test(init.type))
              continue
            pure += `${code.slice(at, init.start)}/* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()`
            at = init.end
          }
        }
        return at === 0 ? null : { code: pure + code.slice(at), map: null }
      },
    },
  }
}
