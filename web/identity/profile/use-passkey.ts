import { useState } from 'react'
import type { PasskeyProof } from '#shared/identity/profile/passkeys-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { requestPasskey, whyNoPasskey } from '#web/identity/public/passkey-browser.ts'

type Steps = {
  /** Asks the server what is to be signed. */
  begin: () => Promise<Record<string, unknown>>
  /** Sends what was signed. */
  finish: (passkey: PasskeyProof) => Promise<unknown>
  /** What to say when it didn't work. */
  onProblem: (words: string) => void
}

/** One way with a passkey from the button to the answer, with what went wrong on it. */
export function usePasskey({ begin, finish, onProblem }: Steps) {
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      await finish(await requestPasskey(await begin()))
    } catch (error) {
      const words = error instanceof ApiError ? error.message : whyNoPasskey(error)
      if (words) onProblem(words)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, start: () => void start() }
}
