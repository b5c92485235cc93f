import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runStep, secondsSince } from './run-step.mjs'
import { takeTurn } from './turn.mjs'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} Lock */

/**
 * Whether node_modules matches package-lock.json, by npm's own list of installed packages (written last, so that an interrupted
 * install has none). Compares contents instead of time stamps, which a checkout changes.
 * @param {Lock | null} wanted package-lock.json
 * @param {Lock | null} installed node_modules/.package-lock.json
 * @param {{ platform: string, arch: string }} machine
 */
export function isFresh(wanted, installed, machine = process) {
  if (!wanted?.packages || !installed?.packages) return false
  for (const [path, { version, integrity, optional }] of Object.entries(wanted.packages)) {
    if (path === '') continue
    const found = installed.packages[path]
    // optional packages for other platforms may be missing
    if (!found && !optional) return false
    if (found && (found.version !== version || found.integrity !== integrity)) return false
    // node_modules was copied from a machine with another platform
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
 * Installs the locked packages unless they are up to date. Logs one line, and npm's output if it fails.
 * @param {string} root
 * @returns {Promise<boolean>} whether the packages are there now
 */
export async function install(root) {
  if (isInstalled(root)) return true
  return takeTurn(root, 'install', async () => {
    if (isInstalled(root)) return true
    const begin = performance.now()
    console.log('Installing packages (only the first time and after updates)')
    // whatever NODE_ENV is: building the web app needs dev packages, and Node and PostgreSQL are optional packages
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
