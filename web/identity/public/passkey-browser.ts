import type { PasskeyProof } from '#shared/identity/profile/passkeys-api.ts'

/** Passkeys need a secure page and a name: an address of digits has none. */
export const canUsePasskeys = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** What the person should read when the browser or the authenticator did nothing; null where that was their own wish. */
export function whyNoPasskey(error: unknown): string | null {
  const { name, code } = error as { name?: string; code?: string }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return 'This device holds one of your passkeys already.'
  if (name === 'NotAllowedError' || name === 'AbortError') return null
  return 'Your browser could not use a passkey.'
}

type Options = Record<string, unknown>

/** Lets the browser make a passkey. */
export async function makePasskey(options: Options) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  type Given = Parameters<typeof startRegistration>[0]['optionsJSON']
  return startRegistration({ optionsJSON: options as unknown as Given })
}

/** Lets the browser sign with a passkey. */
export async function requestPasskey(options: Options): Promise<PasskeyProof> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Given = Parameters<typeof startAuthentication>[0]['optionsJSON']
  return (await startAuthentication({ optionsJSON: options as unknown as Given })) as unknown as PasskeyProof
}
