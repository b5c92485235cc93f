/*
 * Acts with consequences need a proof of who asks from the last minutes. Where it is missing the server refuses with
 * SUDO_REQUIRED and has done nothing; the client then asks once, for however many calls, and sends them again.
 */

let pendingPrompt: { settle: (isConfirmed: boolean) => void; answer: Promise<boolean> } | null = null
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Asks the user to show that it is them; false where they didn't. */
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

/** The dialog's outcome. */
export function answerSudo(isConfirmed: boolean) {
  pendingPrompt?.settle(isConfirmed)
  pendingPrompt = null
  notifyListeners()
}
