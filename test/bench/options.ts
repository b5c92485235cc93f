import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** Orders in the database. */
  size: number
  products: number
  /** Length of one measured round, and the number of rounds of each side. */
  roundMs: number
  rounds: number
  clients: readonly number[]
  /** The workloads to measure; all if empty. */
  only: readonly string[]
  withImport: boolean
  keep: boolean
  /** Shows where the time of a request is spent, instead of measuring the rate. */
  profile: boolean
}

/**
 * `--size=1000000 --products=20000 --round-ms=1200 --rounds=3 --clients=1,16 --only=list,read --no-import --keep
 * --profile`
 */
export function parseOptions(): BenchOptions {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      size: { type: 'string', default: '100000' },
      products: { type: 'string', default: '20000' },
      'round-ms': { type: 'string', default: '1200' },
      rounds: { type: 'string', default: '3' },
      clients: { type: 'string', default: '1,16' },
      only: { type: 'string', default: '' },
      import: { type: 'boolean', default: true },
      keep: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
    },
  })
  const whole = (name: 'size' | 'products' | 'round-ms' | 'rounds') => {
    const number = Number(values[name])
    if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a whole number from 1`)
    return number
  }
  return {
    size: whole('size'),
    products: whole('products'),
    roundMs: whole('round-ms'),
    rounds: whole('rounds'),
    clients: values.clients.split(',').map(Number),
    only: values.only.split(',').filter(Boolean),
    withImport: values.import,
    keep: values.keep,
    profile: values.profile,
  }
}
