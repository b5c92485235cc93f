import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runStep } from './run-step.mjs'

// The headless shell first: it renders the same pages in a third less time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Finds the browser for the browser tests: CHROMIUM_PATH, else one on PATH, else one in a usual place.
 * @param {Record<string, string | undefined>} env
 * @returns {string | null}
 */
export function findBrowser(env = process.env) {
  if (env.CHROMIUM_PATH) return isProgram(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : null
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...usualPlaces].find(isProgram) ?? null
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Installs a browser if there is none: with apt on Debian as root, else with Playwright.
 * @param {string} root
 * @param {string} node
 * @returns {Promise<{ path: string | null, isReady: boolean }>} path is null for Playwright's own browser
 */
export async function installBrowser(root, node) {
  console.log('Installing a browser for the browser tests (only the first time)')
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const apt = async (/** @type {string[]} */ ...step) => {
      const { code, output } = await runStep('apt-get', step, { env, quiet: true })
      if (code !== 0) console.error(output.trim().split('\n').slice(-8).join('\n'))
      return code === 0
    }
    const add = (/** @type {string} */ name) => apt('install', '-y', '--no-install-recommends', name)
    await apt('update')
    // Older releases have no package for the headless shell.
    if (!(await add('chromium-headless-shell'))) await add('chromium')
    const path = findBrowser()
    if (path) return { path, isReady: true }
  }
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const { code, output } = await runStep(node, [playwright, 'install', 'chromium'], { cwd: root, quiet: true })
  if (code !== 0) console.error(output.trim().split('\n').slice(-8).join('\n'))
  return { path: null, isReady: code === 0 }
}
