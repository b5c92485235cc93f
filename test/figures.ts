import { appendFileSync } from 'node:fs'

/** Reports to `npm run prove` how much a test did ("requests", 12000); does nothing in other test runs. */
export function reportFigure(name: string, value: number | string): void {
  const file = process.env['PROVE_FIGURES']
  if (file) appendFileSync(file, `${JSON.stringify({ name, value })}\n`)
}
