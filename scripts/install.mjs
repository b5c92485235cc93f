import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runStep, secondsSince } from './run-step.mjs'
import { takeTurn } from './turn.mjs'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} Lock */

/**
 * Whether node_modules holds what package-lock.json asks for, by npm's own account of what it installed (written last,
 * so that a broken-off install has none). Contents are compared, as a checkout gives files any time stamp.
 * @param {Lock | null} wanted package-lock.json
 * @param {Lock | null} installed node_modules/.package-lock.json
 * @param {{ platform: string, arch: string }} machine
 */
export function isFresh(wanted, installed, machine = process) {
  if (!wanted?.packages || !installed?.packages) return false
  for (const [path, { version, integrity, optional }] of Object.entries(wanted.packages)) {
    if (path === '') continue
    const found = installed.packages[path]
    // an optional one is missing where it isn't meant for this machine
    if (!found && !optional) return false
    if (found && (found.version !== version || found.integrity !== integrity)) return false
    // a folder that came from a machine of another kind
    if (found && (!suits(found.os, machine.platform) || !suits(found.cpu, machine.arch))) return false
  }
  return true
}

/** @param {string[] | undefined} listed @param {string} own */
function suits(listed, own) {
  return (
    !listed || listed.includes(own) || (listed.every((name) => name.startsWith('!')) && !listed.includes(`!${own}`))
  )
}

/** @param {string} file @returns {Lock | null} */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** @param {string} root */
const isInstalled = (root) =>
  isFresh(readLock(join(root, 'package-lock.json')), readLock(join(root, 'node_modules/.package-lock.json')))

/**
 * Installs the locked packages unless they are there; says so in one line, and shows npm's output when it fails.
 * @param {string} root
 * @returns {Promise<boolean>} whether the packages are there now
 */
export async function install(root) {
  if (isInstalled(root)) return true
  return takeTurn(root, 'install', async () => {
    if (isInstalled(root)) return true
    const begin = performance.now()
    console.log('Installing packages (only the first time and after updates)')
    // whatever NODE_ENV says: the web app is built here, and the optional packages are Node and PostgreSQL
    const wanted = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
    const npm = process.env.npm_execpath
    const { code, output } = npm?.endsWith('.js')
      ? await runStep(process.execPath, [npm, ...wanted], { cwd: root, quiet: true })
      : await runStep(process.platform === 'win32' ? 'npm.cmd' : 'npm', wanted, { cwd: root, quiet: true })
    if (code === 0) console.log(`Installed in ${secondsSince(begin)}`)
    else console.error(`${output}\nnpm ci failed (exit code ${code}); its output is above`)
    return code === 0
  })
}
