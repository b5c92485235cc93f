import { fork } from 'node:child_process'
import { invalid } from '#shared/http/refusal.ts'

export interface WorkerOptions {
  /** A file of ours that says 'ready', takes one message, answers it and ends. */
  program: string
  /** For the work itself; the process may take longer to start. */
  workMs: number
  startMs: number
  memoryMb: number
  /** Why the file is refused where the process did not come to an answer. */
  tooLong: string
  broken: string
}

/**
 * Takes somebody's file apart in a process that ends with it: whatever it costs, and whatever goes wrong in it, stays there.
 * Throws INVALID for a file that it can't take apart.
 */
export function runInChildProcess<Reply extends object>(apart: WorkerOptions, content: Uint8Array): Promise<Reply> {
  return new Promise((done, fail) => {
    const child = fork(apart.program, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${apart.memoryMb}`],
      // No password and no address of the database goes along.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = (act: () => void) => {
      clearTimeout(late)
      child.removeAllListeners()
      // A message that was on its way when the process ended is nobody's business any more.
      child.on('error', () => {})
      // Even what hangs in native code ends by this.
      child.kill('SIGKILL')
      act()
    }
    let late = setTimeout(() => end(() => fail(new Error(`${apart.program} did not start`))), apart.startMs)
    child.on('message', (message: 'ready' | Reply | { problem: string }) => {
      if (message === 'ready') {
        clearTimeout(late)
        late = setTimeout(() => end(() => fail(invalid('file', apart.tooLong))), apart.workMs)
        child.send(content)
      } else if ('problem' in message) end(() => fail(invalid('file', message.problem)))
      else end(() => done(message))
    })
    child.once('error', (error) => end(() => fail(error)))
    // Out of memory, or a fault in native code: the file's doing.
    child.once('exit', () => end(() => fail(invalid('file', apart.broken))))
  })
}
