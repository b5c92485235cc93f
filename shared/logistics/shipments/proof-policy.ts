/** The required proof of delivery, besides the name of the receiver. */
export interface ProofPolicy {
  signature: (typeof proofSignatures)[number]
  photo: (typeof proofPhotos)[number]
  /** Every package of the stop is scanned as it is handed over. */
  scan: boolean
}

export const proofSignatures = ['typed', 'drawn'] as const
export const proofPhotos = ['optional', 'damaged', 'always'] as const
export const defaultProofPolicy: ProofPolicy = { signature: 'typed', photo: 'optional', scan: false }

export interface GivenProof {
  isDrawn: boolean
  photos: number
  /** Whether pieces are damaged. */
  isDamaged: boolean
  /** Packages of the stop that were not scanned. */
  unscanned: number
}

/** The missing parts of a proof, as text by field; empty if it is complete. */
export function missingProof(
  policy: ProofPolicy,
  { isDrawn, photos, isDamaged, unscanned }: GivenProof,
): Partial<Record<'signature' | 'photos' | 'scanned', string>> {
  return {
    ...(policy.scan && unscanned > 0 && { scanned: 'Scan every package of this stop' }),
    ...(policy.signature === 'drawn' && !isDrawn && { signature: 'Get a signature: a typed name is not enough' }),
    ...(photos === 0 && policy.photo === 'always' && { photos: 'Take a photo of the delivery' }),
    ...(photos === 0 && policy.photo === 'damaged' && isDamaged && { photos: 'Take a photo of the damage' }),
  }
}

/** The requirements of the policy, as text for users who record a delivery without them; empty if a name is enough. */
export const proofWords = ({ signature, photo, scan }: ProofPolicy): string[] => [
  ...(signature === 'drawn' ? ['a drawn signature'] : []),
  ...(photo === 'always' ? ['a photo'] : photo === 'damaged' ? ['a photo of what is damaged'] : []),
  ...(scan ? ['a scan of every package'] : []),
]
