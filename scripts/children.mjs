import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Runs long-lived programs and ends with them: forwards each signal once, and when one program ends, stops the others. The programs
 * get a process group of their own, because otherwise Ctrl+C in the terminal would reach them twice.
 * @param {{ command: string, args: string[], env?: Record<string, string> }[]} programs
 * @param {string} cwd
 * @returns {Promise<number>} the exit code of the one that ended first
 */
export function runChildren(programs, cwd) {
  const detached = process.platform !== 'win32'
  const children = programs.map(({ command, args, env }) =>
    // the IPC channel closes when this process ends, for whatever reason: the server treats that as a request to stop
    spawn(command, args, {
      cwd,
      detached,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  )
  /** @param {NodeJS.Signals} signal */
  const forwardSignal = (signal) => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  }
  process.on('SIGINT', () => forwardSignal('SIGINT'))
  process.on('SIGTERM', () => forwardSignal('SIGTERM'))
  process.on('SIGHUP', () => forwardSignal('SIGTERM'))
  watchParent(() => forwardSignal('SIGTERM'))

  /** @type {number | undefined} */
  let first
  const ends = children.map(
    (child) =>
      new Promise((resolve) => {
        child.once('error', (error) => {
          console.error(error.message)
          resolve(end(127))
        })
        child.once('exit', (code, signal) => resolve(end(code ?? 128 + (signal ? constants.signals[signal] : 0))))
      }),
  )
  /** @param {number} code */
  function end(code) {
    first ??= code
    forwardSignal('SIGTERM')
  }
  return Promise.all(ends).then(() => first ?? 1)
}

/** npm forwards SIGTERM only to its shell, which ends without signalling us: so a new parent process means SIGTERM, too.
 * @param {() => void} leave */
function watchParent(leave) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    leave()
  }, 300)
  watch.unref()
}
