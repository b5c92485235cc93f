import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser, installBrowser } from './browser.mjs'
import { install } from './install.mjs'
import { countPlaywright, countVitest, failure, judge, sum, summary } from './reports.mjs'
import { runStep, secondsSince } from './run-step.mjs'
import { chooseNode, compileCache, noNode } from './runtime.mjs'
import { makeTemporaryFolder } from './temporary-folder.mjs'
import { buildServer, buildWeb } from './builds.mjs'

// npm test: runs every check of the project, even if one fails; `npm test -- --only=lint,unit` for some. Other arguments are
// passed to the test runners as filters: `npm run test:unit -- server/sales`.
/** @typedef {import('./reports.mjs').Count} Count */
const root = join(import.meta.dirname, '..')
const filters = process.argv.slice(2).filter((arg) => !arg.startsWith('--only='))
const temporary = makeTemporaryFolder()

// Stages run one after the other. Unit tests often wait for other processes, so lint, types and build run at the same time.
const stages = [[['format']], [['unit'], ['lint', 'types', 'build']], [['browser']]]

process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
process.exitCode = await testAll()

async function testAll() {
  /** @type {Count[]} */
  const counts = []
  const node = (await install(root)) ? chooseNode(root) : null
  if (!node) counts.push(failure(`packages: ${existsSync(join(root, 'node_modules')) ? noNode : 'not installed'}`))
  const wanted = onlyOf(process.argv.slice(2))
  const checks = node ? checksWith(node) : {}
  for (const stage of node ? stages : []) {
    const chains = stage.map((names) =>
      runInTurn(
        names.filter((name) => !wanted || wanted.includes(name)),
        checks,
      ),
    )
    counts.push(...(await Promise.all(chains)).flat())
  }
  const all = sum(counts)
  if (all.failures.length > 0) console.log(`\nFailed:\n${all.failures.map((name) => `  ${name}`).join('\n')}`)
  console.log(`\n${summary(all)}`)
  return all.failed > 0 || all.passed === 0 ? 1 : 0
}

/** @param {string[]} names @param {Record<string, () => Promise<Count>>} checks @returns {Promise<Count[]>} */
async function runInTurn(names, checks) {
  /** @type {Count[]} */
  const counts = []
  for (const name of names) {
    const begin = performance.now()
    console.log(`\n== ${name}`)
    const count = (await checks[name]?.()) ?? failure(`${name}: there is no such check`)
    console.log(`== ${name}: ${summary(count)} (${secondsSince(begin)})`)
    counts.push(count)
  }
  return counts
}

/** @param {string[]} args */
function onlyOf(args) {
  const only = args.find((arg) => arg.startsWith('--only='))
  return only?.slice('--only='.length).split(',')
}

/** @param {string} node @returns {Record<string, () => Promise<Count>>} */
function checksWith(node) {
  /** @param {string} script @param {string[]} args @param {Record<string, string>} [env] */
  const tool = (script, args, env) =>
    runStep(node, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      env: { ...compileCache(root), TMPDIR: temporary, ...env },
    })
  return {
    format: async () => verdict('format', (await tool('@biomejs/biome/bin/biome', ['format', '.'])).code),
    lint: async () => verdict('lint', (await tool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings'])).code),
    types: async () => {
      const projects = ['tsconfig.json', 'tsconfig.shared.json', 'tsconfig.web.json']
      // Several checkers for one project would check its shared files several times.
      const args = ['--pretty', '--checkers', '1']
      const runs = await Promise.all(projects.map((project) => tool('typescript/bin/tsc', ['-p', project, ...args])))
      return verdict('types', Math.max(...runs.map((run) => run.code)))
    },
    unit: async () => {
      const file = join(temporary, 'vitest.json')
      const args = ['run', ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const { code } = await tool('vitest/vitest.mjs', args)
      return judge('vitest', code, readReport(file, countVitest))
    },
    build: async () => verdict('build', (await buildWeb(root, node)) && (await buildServer(root, node)) ? 0 : 1),
    browser: () => testBrowser(node, tool),
  }
}

/** @param {string} name @param {number} code @returns {Count} */
function verdict(name, code) {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0, failures: [] } : failure(`${name} (exit code ${code})`)
}

/**
 * @param {string} node
 * @param {(script: string, args: string[], env: Record<string, string>) => Promise<{ code: number }>} tool
 */
async function testBrowser(node, tool) {
  const found = findBrowser()
  const browser = found ? { path: found, isReady: true } : await installBrowser(root, node)
  if (!browser.isReady) {
    return failure('browser: no Chromium found, and none could be installed; install one or set CHROMIUM_PATH')
  }
  const file = join(temporary, 'playwright.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(browser.path ? { CHROMIUM_PATH: browser.path } : {}) }
  const { code } = await tool('@playwright/test/cli.js', ['test', ...filters, '--reporter=list,json'], env)
  return judge('playwright', code, readReport(file, countPlaywright))
}

/** @template T @param {string} file @param {(report: T) => Count} count */
function readReport(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
