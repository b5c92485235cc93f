import { dirname, join, relative } from 'node:path'

/**
 * A node of the syntax tree (ESTree).
 * @typedef {{ type: string, start: number, end: number, [field: string]: any }} Node
 */
/** A piece of the text that another takes the place of. @typedef {{ from: number, to: number, text: string }} Edit */

/** What only the server and the API's document read of a call. */
const unread = new Set(['summary', 'params', 'fields', 'status'])

/**
 * A browser reads of a call where it goes, who may make it, what may be sent and what it makes old; the schemas of answers are
 * for the server and the tests, and making them took a fifth of a page's start. In a browser's bundle such a schema is its
 * name, by which a write is known to answer what a read does (web/api/refresh.ts), and what shared/ makes at the start is left
 * out where nothing uses it.
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

/** Edits at one place keep their order. @param {string} code @param {readonly Edit[]} edits */
function edited(code, edits) {
  let [text, end] = ['', 0]
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    text += code.slice(end, edit.from) + edit.text
    end = edit.to
  }
  return text + code.slice(end)
}

/** Tells of a name in a module which one it is in the whole program. @param {Node} program @param {string} id */
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

/** What is made at the start goes where nothing uses it. @param {Node} statement @returns {Edit[]} */
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

/** Whether something is called to make it. @param {Node} node @returns {boolean} */
const hasCall = (node) =>
  !/Function/.test(node.type) && (/^(Call|New)Expression$/.test(node.type) || childrenOf(node).some(hasCall))

/**
 * What stands in calls that no browser reads.
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
