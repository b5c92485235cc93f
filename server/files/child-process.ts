import { fork } from 'node:child_process'
import { invalid } from '#shared/http/refusal.ts'

export interface WorkerOptions {
  /** The module to run: it sends 'ready', gets one message, replies and exits. */
  program: string
  /** Time limit for the work itself; the start has its own. */
  workMs: number
  startMs: number
  memoryMb: number
  /** The message of the refusal if the process gives no result. */
  tooLong: string
  broken: string
}

/**
 * Parses an uploaded file in a process of its own, so that crashes and excessive memory use don't affect the server. Throws
 * INVALID if it can't be parsed.
 */
export function runInChildProcess<Reply extends object>(apart: WorkerOptions, content: Uint8Array): Promise<Reply> {
  return new Promise((done, fail) => {
    const child = fork(apart.program, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${apart.memoryMb}`],
      // The process gets no environment, so no passwords and no database URL.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = (act: () => void) => {
      clearTimeout(late)
      child.removeAllListeners()
      // Ignores errors of messages that were in transit when the process ended.
      child.on('error', () => {})
      // SIGKILL also ends a process that hangs in native code.
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
    // Out of memory, or a crash in native code: caused by the file.
    child.once('exit', () => end(() => fail(invalid('file', apart.broken))))
  })
}
