import type { PasskeyProof } from '#shared/identity/profile/passkeys-api.ts'

/** Passkeys require a secure context and a host name: IP addresses are not supported. */
export const canUsePasskeys = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** The message for an error of the browser or authenticator; null if the user cancelled. */
export function whyNoPasskey(error: unknown): string | null {
  const { name, code } = error as { name?: string; code?: string }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return 'This device holds one of your passkeys already.'
  if (name === 'NotAllowedError' || name === 'AbortError') return null
  return 'Your browser could not use a passkey.'
}

type Options = Record<string, unknown>

/** Creates a passkey in the browser. */
export async function makePasskey(options: Options) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  type Given = Parameters<typeof startRegistration>[0]['optionsJSON']
  return startRegistration({ optionsJSON: options as unknown as Given })
}

/** Signs a challenge with a passkey in the browser. */
export async function requestPasskey(options: Options): Promise<PasskeyProof> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Given = Parameters<typeof startAuthentication>[0]['optionsJSON']
  return (await startAuthentication({ optionsJSON: options as unknown as Given })) as unknown as PasskeyProof
}
