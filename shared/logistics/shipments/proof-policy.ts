/** What the company asks of a driver's proof of delivery, beside the name of who received the goods. */
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

/** What a proof lacks, in words, by its field; empty where it is complete. */
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

/** What the policy asks for, in words for who records a delivery without it; empty where a name is enough. */
export const proofWords = ({ signature, photo, scan }: ProofPolicy): string[] => [
  ...(signature === 'drawn' ? ['a drawn signature'] : []),
  ...(photo === 'always' ? ['a photo'] : photo === 'damaged' ? ['a photo of what is damaged'] : []),
  ...(scan ? ['a scan of every package'] : []),
]
