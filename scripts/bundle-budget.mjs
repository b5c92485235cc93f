import { gzipSync } from 'node:zlib'

/** Size limits of what a browser loads, in bytes after gzip. */
export const budget = {
  entry: 220_000,
  landing: 280_000,
  charts: 125_000,
  palette: 18_000,
  driver: 260_000,
  portal: 185_000,
}

/**
 * @typedef {{ fileName: string, code: string, isEntry: boolean, imports: string[], moduleIds: string[], viteMetadata?: { importedCss: Set<string> } }} Chunk
 */

/** @param {Chunk[]} chunks @returns {string[]} what is too large, or is loaded with every page though it must not be */
export function overBudget(chunks) {
  const first = loadedWith(
    chunks,
    chunks.filter((chunk) => chunk.isEntry),
  )
  const charts = withModule(chunks, /node_modules[\\/]recharts[\\/]/)
  // The palette is measured with its imports, but without what is loaded anyway: the first load, the dashboard, realtime-refetch.ts.
  const landing = [...first, ...loadedWith(chunks, withModule(chunks, /[\\/]dashboard[\\/]dashboard-page\.tsx$/))]
  const liveUpdates = withModule(chunks, /[\\/]api[\\/]realtime-refetch\.ts$/)
  const brought = [...landing, ...loadedWith(chunks, liveUpdates)]
  const palette = loadedWith(chunks, withModule(chunks, /[\\/]app[\\/]palette[\\/]palette\.tsx$/)).filter(
    (chunk) => !brought.includes(chunk),
  )
  const problems = [
    ...tooLarge('The first load', first, budget.entry),
    ...tooLarge('The first load with the dashboard', [...new Set(landing)], budget.landing),
    ...tooLarge('The code of the charts', charts, budget.charts),
    ...tooLarge('The code of the search over everything', palette, budget.palette),
  ]
  const importers = chunks.filter((chunk) => charts.some((one) => chunk.imports.includes(one.fileName)))
  for (const { fileName } of [...importers, ...charts.filter((chunk) => chunk.isEntry)])
    problems.push(`${fileName} loads the charts at once: import web/ui/chart/chart-drawing.tsx lazily`)
  return problems
}

/**
 * Checks the first load of the driver's pages: scripts, styles and the font.
 * @param {{ name: string, content: string | Uint8Array }[]} files @returns {string[]}
 */
export function overPhoneBudget(files) {
  // A font is compressed already.
  const size = files.reduce(
    (sum, { name, content }) => sum + (name.endsWith('.woff2') ? content.length : gzipSync(content).length),
    0,
  )
  return size <= budget.driver ? [] : [`The driver's page is ${kB(size)}; it may be ${kB(budget.driver)}`]
}

/**
 * Checks the first load of the customer portal with its home page: code and styles, and no code of the office's pages.
 * @param {(Chunk & { type: 'chunk' } | { type: 'asset', fileName: string, source: string | Uint8Array })[]} files
 * @returns {string[]}
 */
export function overPortalBudget(files) {
  const chunks = files.filter((file) => file.type === 'chunk')
  const first = loadedWith(chunks, [
    ...chunks.filter((chunk) => chunk.isEntry),
    ...withModule(chunks, /[\\/]portal[\\/]home-page\.tsx$/),
  ])
  // Styles of later pages are not part of the first load.
  const loadedStyles = new Set(first.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
  const styles = files.flatMap((file) =>
    file.type === 'asset' && loadedStyles.has(file.fileName) ? [{ code: String(file.source) }] : [],
  )
  const office = first.flatMap(({ moduleIds }) =>
    moduleIds.filter((id) =>
      /[\\/]web[\\/](crm|inventory|purchasing|invoicing|logistics|settings|imports|reports|dashboard|sales)[\\/](?!public)/.test(
        id,
      ),
    ),
  )
  return [
    ...tooLarge('The first load of the customer portal', [...first, ...styles], budget.portal),
    ...office.map((id) => `The customer portal loads ${id} of the office at once`),
  ]
}

/** @param {Chunk[]} chunks @param {RegExp} module */
const withModule = (chunks, module) => chunks.filter((chunk) => chunk.moduleIds.some((id) => module.test(id)))

/** The chunks with all their static imports. @param {Chunk[]} all @param {Chunk[]} chunks */
function loadedWith(all, chunks) {
  const loaded = new Set(chunks)
  for (const chunk of loaded)
    for (const name of chunk.imports) {
      const imported = all.find((one) => one.fileName === name)
      if (imported) loaded.add(imported)
    }
  return [...loaded]
}

/** @param {string} what @param {{ code: string }[]} chunks @param {number} limit */
function tooLarge(what, chunks, limit) {
  const size = chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
  return size <= limit ? [] : [`${what} is ${kB(size)}; it may be ${kB(limit)}`]
}

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
