/*
 * Sensitive actions need a recent confirmation of the user's identity (sudo). Without it the server refuses with
 * SUDO_REQUIRED and changes nothing; the client then shows one prompt for all refused calls and repeats them.
 */

let pendingPrompt: { settle: (isConfirmed: boolean) => void; answer: Promise<boolean> } | null = null
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Asks the user to confirm their identity; false if they cancel. */
export function confirmIdentity(): Promise<boolean> {
  if (!pendingPrompt) {
    let settle = (_isConfirmed: boolean) => {}
    const answer = new Promise<boolean>((done) => {
      settle = done
    })
    pendingPrompt = { settle, answer }
    notifyListeners()
  }
  return pendingPrompt.answer
}

export const isSudoRequested = () => pendingPrompt !== null

export function onSudoRequested(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reports the outcome of the dialog. */
export function answerSudo(isConfirmed: boolean) {
  pendingPrompt?.settle(isConfirmed)
  pendingPrompt = null
  notifyListeners()
}
