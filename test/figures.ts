import { appendFileSync } from 'node:fs'

/** Reports figures of a test ("requests", 12000) to `npm run prove`; does nothing in other test runs. */
export function reportFigure(name: string, value: number | string): void {
  const file = process.env['PROVE_FIGURES']
  if (file) appendFileSync(file, `${JSON.stringify({ name, value })}\n`)
}
