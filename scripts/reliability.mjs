import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './install.mjs'
import { countVitest, emptyCount, failure, judge, sum, summary } from './reports.mjs'
import { runStep, secondsSince } from './run-step.mjs'
import { chooseNode, noNode } from './runtime.mjs'
import { parts } from './reliability-parts.mjs'
import { makeTemporaryFolder } from './temporary-folder.mjs'

// npm run prove: runs the attack and fault tests part by part, in a short form for builds; `-- --long` for the long form,
// `-- --only=races,kills` for some parts. Writes what was run, how often, with which seed and commit to RELIABILITY.md.
/** @typedef {import('./reliability-parts.mjs').Part} Part */
/** @typedef {{ part: Part, count: import('./reports.mjs').Count, figures: Map<string, string>, took: string }} Proved */

const root = join(import.meta.dirname, '..')
const document = join(root, 'RELIABILITY.md')
const args = process.argv.slice(2)
const form = args.includes('--long') ? 'long' : 'short'
const only = args
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31)
const introduction = `# Reliability

What was attacked and broken on purpose, how often, and what came of it. \`npm run prove\` runs the parts below and writes the
tables by itself; \`npm run prove -- --long\` does the same for hours. The parts are tests of the suite with more rounds, so what
they assert is read in the files that scripts/reliability-parts.mjs names.
`
const work = makeTemporaryFolder()

try {
  process.exitCode = await runReliability()
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function runReliability() {
  const node = (await install(root)) ? chooseNode(root) : null
  if (!node) {
    console.error(noNode)
    return 1
  }
  /** @type {Proved[]} */
  const results = []
  for (const part of parts) {
    if (only && !only.includes(part.id)) continue
    console.log(`\n== ${part.id}: ${part.shows}`)
    results.push(await runPart(node, part))
    write(results)
  }
  await runStep(node, [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', document], {
    quiet: true,
  })
  const all = sum(results.map(({ count }) => count))
  if (all.failures.length > 0) console.log(`\nFailed:\n${all.failures.map((name) => `  ${name}`).join('\n')}`)
  console.log(`\n${summary(all)}; written to RELIABILITY.md`)
  return all.failed > 0 || all.passed === 0 ? 1 : 0
}

/** @param {string} node @param {Part} part @returns {Promise<Proved>} */
async function runPart(node, part) {
  const begin = performance.now()
  const { rounds, env = {} } = part[form]
  const figuresFile = join(work, `${part.id}.figures`)
  const counts = [emptyCount()]
  for (let round = 0; round < rounds; round += 1) {
    const file = join(work, `${part.id}-${round}.json`)
    const seeds = Object.fromEntries(part.seeds.map((name) => [name, String(seed + round)]))
    const tests = ['vitest/vitest.mjs', 'run', ...part.files, '--reporter=dot', '--reporter=json']
    const [script = '', ...more] = tests
    const { code } = await runStep(node, [join(root, 'node_modules', script), ...more, `--outputFile.json=${file}`], {
      cwd: root,
      env: { ...env, ...seeds, TMPDIR: work, PROVE_FIGURES: figuresFile },
    })
    counts.push(
      existsSync(file) ? judge(part.id, code, countVitest(JSON.parse(readFileSync(file, 'utf8')))) : failure(part.id),
    )
  }
  return { part, count: sum(counts), figures: figuresOf(figuresFile), took: secondsSince(begin) }
}

/** The figures that tests reported: numbers with the same name are added up, texts are joined. @param {string} file */
function figuresOf(file) {
  /** @type {Map<string, string>} */
  const figures = new Map()
  if (!existsSync(file)) return figures
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { name, value } = /** @type {{ name: string, value: number | string }} */ (JSON.parse(line))
    if (name === 'seed') continue
    const before = figures.get(name)
    const isSum = typeof value === 'number' && before !== undefined
    figures.set(
      name,
      isSum ? String(Number(before) + value) : before === undefined ? String(value) : `${before}, ${value}`,
    )
  }
  return figures
}

/**
 * Updates the rows of the parts that ran in the table of this form (short or long); the others stay as they are.
 * @param {readonly Proved[]} results
 */
function write(results) {
  const text = existsSync(document) ? readFileSync(document, 'utf8') : introduction
  const [begins, ends] = [`<!-- ${form} form begins -->`, `<!-- ${form} form ends -->`]
  const [begin, end] = [text.indexOf(begins), text.indexOf(ends)]
  const before = begin < 0 ? `${text.trimEnd()}\n\n` : text.slice(0, begin)
  const old = begin < 0 ? '' : text.slice(begin, end)
  const after = begin < 0 ? '\n' : text.slice(end + ends.length)
  const rows = parts.flatMap(({ id }) => {
    const one = results.find(({ part }) => part.id === id)
    if (one) return [rowOf(one)]
    return old.split('\n').filter((line) => new RegExp(`^\\| ${id} +\\|`).test(line))
  })
  const command = `npm run prove${form === 'long' ? ' -- --long' : ''}`
  const section = `${begins}

## ${form === 'long' ? 'Long' : 'Short'} form: \`${command}\`

A seed is repeated with \`PROVE_SEED=… ${command}${form === 'long' ? '' : ' --'} --only=PART\`.

| Part | What it shows | How often | Result | Commit | Seed | Took |
| ---- | ------------- | --------- | ------ | ------ | ---- | ---- |
${rows.join('\n')}

${ends}`
  writeFileSync(document, before + section + after)
}

/** @param {Proved} proved */
function rowOf({ part, count, figures, took }) {
  const { rounds } = part[form]
  const done = [...figures].map(([name, value]) =>
    Number.isInteger(Number(value)) ? `${Number(value).toLocaleString('en')} ${name}` : `${name} ${value}`,
  )
  const often = [rounds === 1 ? 'once' : `${rounds} rounds`, ...done].join(', ')
  const result =
    count.failed > 0 ? `**${summary(count)}**: ${count.failures.join('; ').replaceAll(`${root}/`, '')}` : summary(count)
  return `| ${part.id} | ${part.shows} | ${often} | ${result} | ${commit()} | ${seed} | ${took} |`
}

function commit() {
  try {
    const git = /** @param {string[]} words */ (words) =>
      execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
    const isChanged = git(['status', '--porcelain', '--', 'server', 'shared', 'test', 'web']) !== ''
    return `${git(['rev-parse', '--short=12', 'HEAD'])}${isChanged ? ' with changes' : ''}`
  } catch {
    return 'unknown'
  }
}
