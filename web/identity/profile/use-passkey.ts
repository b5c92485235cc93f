import { useState } from 'react'
import type { PasskeyProof } from '#shared/identity/profile/passkeys-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { requestPasskey, whyNoPasskey } from '#web/identity/public/passkey-browser.ts'

type Steps = {
  /** Gets the challenge from the server. */
  begin: () => Promise<Record<string, unknown>>
  /** Sends the signed challenge. */
  finish: (passkey: PasskeyProof) => Promise<unknown>
  /** Gets the error message. */
  onProblem: (words: string) => void
}

/** A passkey operation of a button, with its busy state and errors. */
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
