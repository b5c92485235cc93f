import { spawn } from 'node:child_process'

/**
 * Runs a program to its end, without input. With `quiet` its output is not shown but returned, so that the caller can show it.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined> | undefined, quiet?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>} code 127 when the program can't be started
 */
export function runStep(command, args, { cwd, env, quiet = false } = {}) {
  return new Promise((resolve) => {
    const shell = process.platform === 'win32' && command.endsWith('.cmd')
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      shell,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** @param {number} begin of performance.now() */
export const secondsSince = (begin) => `${((performance.now() - begin) / 1000).toFixed(1)} s`
