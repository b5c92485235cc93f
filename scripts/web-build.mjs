import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runStep, secondsSince } from './run-step.mjs'
import { takeTurn } from './turn.mjs'

const sources = [
  'web',
  'shared',
  'package-lock.json',
  'vite.config.ts',
  'vite.phone.config.ts',
  'vite.portal.config.ts',
  'tsconfig.json',
  'tsconfig.web.json',
]

/** A digest of everything the web app is built from. @param {string} root */
export function webStamp(root) {
  const hash = createHash('sha256')
  for (const source of sources) {
    const place = join(root, source)
    if (!existsSync(place)) continue
    for (const file of filesOf(root, source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} root @param {string} path @returns {string[]} */
function filesOf(root, path) {
  /** @type {string[]} */
  const files = []
  try {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      const inner = `${path}/${entry.name}`
      if (entry.isDirectory()) files.push(...filesOf(root, inner))
      else if (!/\.test\.tsx?$/.test(entry.name)) files.push(inner)
    }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOTDIR') throw error
    return [path]
  }
  return files.toSorted()
}

/** @param {string} root @param {string} stamp */
export function isWebFresh(root, stamp) {
  const file = join(root, 'dist/web/.stamp')
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}

/**
 * Builds the web app into dist/web unless it is up to date. It is built beside and swapped in: a build that fails leaves
 * the old one as it was.
 * @param {string} root
 * @param {string} node
 * @returns {Promise<boolean>} whether dist/web is up to date now
 */
export async function buildWeb(root, node) {
  if (isWebFresh(root, webStamp(root))) return true
  return takeTurn(root, 'build', async () => {
    const stamp = webStamp(root)
    if (isWebFresh(root, stamp)) return true
    const begin = performance.now()
    console.log('Building the web app')
    const target = join(root, 'dist/web')
    const fresh = `${target}.${randomBytes(4).toString('hex')}`
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const env = { NODE_ENV: 'production' }
    const into = ['--outDir', fresh, '--logLevel', 'warn']
    const office = await runStep(node, [vite, 'build', ...into, '--emptyOutDir'], { cwd: root, env, quiet: true })
    // The driver's and the customer's pages, beside it.
    const phone = [vite, 'build', ...into, '--config', 'vite.phone.config.ts']
    // The portal is built apart, so that nothing of the office can come to be in what a customer loads.
    const portal = [
      vite,
      'build',
      '--config',
      'vite.portal.config.ts',
      '--logLevel',
      'warn',
      '--outDir',
      join(fresh, 'portal'),
    ]
    let { code, output } = office
    for (const beside of [phone, portal])
      if (code === 0) ({ code, output } = await runStep(node, beside, { cwd: root, env, quiet: true }))
    if (code !== 0) {
      rmSync(fresh, { recursive: true, force: true })
      console.error(`${output}\nThe web app couldn't be built (exit code ${code}); the reason is above`)
      return false
    }
    writeFileSync(join(fresh, '.stamp'), stamp)
    const old = `${fresh}.old`
    if (existsSync(target)) renameSync(target, old)
    renameSync(fresh, target)
    rmSync(old, { recursive: true, force: true })
    console.log(`Built in ${secondsSince(begin)}`)
    return true
  })
}
