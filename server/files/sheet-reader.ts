import { Refusal } from '#shared/http/refusal.ts'
import { projectFile } from '#server/kernel/project-files.ts'
import { type WorkerOptions, runInChildProcess } from './child-process.ts'

const apart: WorkerOptions = {
  program: projectFile('server/files/read-sheet.ts'),
  workMs: 60_000,
  startMs: 30_000,
  memoryMb: 768,
  tooLong: 'takes too long to read: save the sheet as CSV',
  broken: 'needs too much memory to read: save the sheet as CSV',
}

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** True for zip archives, as workbooks are. */
export const isWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('hex') === '504b0304'

/** Converts the first sheet of a workbook to CSV, one workbook at a time. Throws INVALID if it isn't one, RATE_LIMITED. */
export async function readSheet(content: Buffer): Promise<{ text: string; sheet: string }> {
  if (waiting > 4) {
    throw new Refusal('RATE_LIMITED', 'Many workbooks are being read. Try again in a moment.', { retryAfter: 5 })
  }
  waiting += 1
  const turn = last.then(() => runInChildProcess<{ text: string; sheet: string }>(apart, content))
  last = turn.catch(() => {})
  try {
    return await turn
  } finally {
    waiting -= 1
  }
}
