import { dirname, join, relative } from 'node:path'

/**
 * A node of the syntax tree (ESTree).
 * @typedef {{ type: string, start: number, end: number, [field: string]: any }} Node
 */
/** Replaces a range of the source by another text. @typedef {{ from: number, to: number, text: string }} Edit */

/** Properties of a route's contract that only the server and the OpenAPI document use. */
const unread = new Set(['summary', 'params', 'fields', 'status'])

/**
 * Vite plugin that makes the contracts in browser bundles smaller. Browsers need a route's URL, access, schemas of query and
 * body, and `emits`; response schemas are for the server and the tests, and creating them took a fifth of a page's start-up time.
 * This plugin replaces each response schema by its name, by which web/api/refresh.ts sees that a write returns the same as a read.
 * It also lets the bundler drop unused top-level declarations of shared/.
 *
 * @returns {import('vite').Plugin}
 */
export const callsOfBrowsers = () => ({
  name: 'calls-of-browsers',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]shared[\\/](?!.*node_modules).*\.ts$/ },
    handler(code, id) {
      const program = /** @type {Node} */ (/** @type {unknown} */ (this.parse(code)))
      const edits = [...program.body.flatMap(declarationEdits), ...specEdits(program, code, naming(program, id))]
      return { code: edited(code, edits), map: null }
    },
  },
})

/** Applies the edits; those at the same place keep their order. @param {string} code @param {readonly Edit[]} edits */
function edited(code, edits) {
  let [text, end] = ['', 0]
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    text += code.slice(end, edit.from) + edit.text
    end = edit.to
  }
  return text + code.slice(end)
}

/** Resolves a local name of a module to a name that is unique in the program. @param {Node} program @param {string} id */
function naming(program, id) {
  const imported = new Map()
  for (const { type, source, specifiers } of program.body) {
    if (type !== 'ImportDeclaration') continue
    for (const one of specifiers) imported.set(one.local.name, [source.value, one.imported?.name ?? one.local.name])
  }
  const root = /^.*[\\/](?=shared[\\/])/.exec(id)?.[0] ?? ''
  return (/** @type {string} */ word) => {
    const [module, name] = imported.get(word) ?? [id, word]
    const path = module.startsWith('.') ? join(dirname(id), module) : module.replace(/^#/, root)
    return `${relative(root, path).replaceAll('\\', '/')} ${name}`
  }
}

/** Marks top-level declarations as pure, so that unused ones are dropped. @param {Node} statement @returns {Edit[]} */
function declarationEdits(statement) {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap((/** @type {Node} */ { init }) =>
    init && hasCall(init)
      ? [
          { from: init.start, to: init.start, text: '/*#__PURE__*/ (() => (' },
          { from: init.end, to: init.end, text: '))()' },
        ]
      : [],
  )
}

/** Whether evaluating the expression calls a function. @param {Node} node @returns {boolean} */
const hasCall = (node) =>
  !/Function/.test(node.type) && (/^(Call|New)Expression$/.test(node.type) || childrenOf(node).some(hasCall))

/**
 * Edits that remove the properties of contracts that browsers don't need.
 * @param {Node} node @param {string} code @param {(word: string) => string} nameOf @returns {Edit[]}
 */
function specEdits(node, code, nameOf) {
  /** @type {Node[]} */
  const properties = node.type === 'ObjectExpression' ? node.properties : []
  const isSpec = properties.some(({ key }) => key?.name === 'reply' || key?.name === 'access')
  if (!isSpec) return childrenOf(node).flatMap((child) => specEdits(child, code, nameOf))
  return properties.flatMap(({ key, value, start, end }) => {
    if (unread.has(key?.name)) return [{ from: start, to: code[end] === ',' ? end + 1 : end, text: '' }]
    if (key?.name !== 'reply' || value.type === 'Literal') return []
    const name = nameOf(value.type === 'Identifier' ? value.name : `at ${value.start}`)
    return [{ from: start, to: end, text: `reply: ${JSON.stringify(name)}` }]
  })
}

/** @param {Node} node @returns {Node[]} */
const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string')
