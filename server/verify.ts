import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DateOnly } from '#shared/fields.ts'
import type { IntegrityCheck } from '#shared/reports/integrity-api.ts'
import { connect } from './connect.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { readEnv } from './env.ts'
import { stockAsOf } from '#server/integrity/historical-stock.ts'
import { storedFiles } from '#server/files/stored-files.ts'
import { allPassed, runChecks } from '#server/integrity/run-checks.ts'
import { getSettings } from '#server/settings/settings.ts'

/* npm run verify: the integrity check. Exit code 0 if it passes, 1 if it fails or could not run. */

const usage = `npm run verify                          checks the books, with the first bad row of each check
npm run verify -- --as-of 2026-03-31    shows what stood where at the end of that day, tab-separated`

const print = (line: string) => process.stdout.write(`${line}\n`)
const printError = (line: string) => process.stderr.write(`${line}\n`)

function readDay(): string | undefined {
  const { values } = parseArgs({ options: { 'as-of': { type: 'string' } } })
  const day = values['as-of']
  if (day === undefined) return undefined
  if (!DateOnly.safeParse(day).success) throw new Error(`${day} is not a date (YYYY-MM-DD).`)
  return day
}

async function main(): Promise<number> {
  const day = readDay()
  // With --as-of, stdout has data for another program, so messages go to stderr.
  const { connection, stop } = await connect(day ? printError : print)
  const database = openDatabase(connection, { max: 2 })
  try {
    return await (day ? showStock(database, day) : showProof(database))
  } finally {
    await database.close()
    await stop()
  }
}

async function showProof(database: Database): Promise<number> {
  const began = performance.now()
  const files = storedFiles(join(readEnv().DATA_DIR, 'files'))
  const checks = await runChecks(database, { files, onCheck: (check) => lines(check).forEach(print) })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const red = checks.filter(({ broken }) => broken > 0).length
  print(
    allPassed(checks)
      ? `GREEN: all ${checks.length} checks hold (${seconds} s).`
      : `RED: ${red} of ${checks.length} checks do not hold (${seconds} s).`,
  )
  return allPassed(checks) ? 0 : 1
}

function lines({ name, broken, first }: IntegrityCheck): string[] {
  if (!first) return [`  ok  ${name}`]
  const others = broken > 1 ? `, and ${broken - 1} more` : ''
  return [`  BAD ${name}`, `      ${first.name}: ${first.says}; ${first.explained}${others}`]
}

async function showStock(database: Database, day: string): Promise<number> {
  const { timeZone } = await getSettings(database.db)
  let [rows, pieces] = [0, 0]
  print(['SKU', 'Item', 'Location', 'Lot', 'On hand'].join('\t'))
  for await (const { sku, item, location, lot, onHand } of stockAsOf(database, day, timeZone)) {
    print([sku, item, location, lot ?? '', onHand].join('\t'))
    rows += 1
    pieces += onHand
  }
  printError(
    `At the end of ${day} (${timeZone}): ${pieces.toLocaleString('en')} pieces in ${rows.toLocaleString('en')} rows.`,
  )
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  printError(message)
  if (code?.startsWith('ERR_PARSE_ARGS')) printError(`\n${usage}`)
  process.exitCode = 1
}
