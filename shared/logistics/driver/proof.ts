/** The content of a signed proof of delivery. */
export interface ProofDocument {
  shipment: string
  /** Null if the customer picked the goods up. */
  stop: string | null
  lines: readonly { line: string; lot: string; quantity: number; delivered: number; refused: number; damaged: number }[]
  receiver: string
  /** RFC 3339 UTC, by the device. */
  deviceTime: string
  place: { latitude: number; longitude: number } | null
}

/**
 * Canonical JSON: keys sorted by code unit, no spaces, lines sorted by their id, numbers and text as JSON.stringify writes
 * them. SHA-256 of its UTF-8 is the proof's hash.
 */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value && typeof value === 'object') {
    const pairs = Object.entries(value).filter(([, part]) => part !== undefined)
    pairs.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${pairs.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(',')}}`
  }
  return JSON.stringify(value ?? null)
}

/** The text that is hashed. */
export const proofText = (proof: ProofDocument): string =>
  canonicalJson({
    ...proof,
    lines: proof.lines.toSorted((a, b) => (a.line < b.line ? -1 : 1)),
    deviceTime: new Date(proof.deviceTime).toISOString(),
    place: proof.place && { latitude: proof.place.latitude, longitude: proof.place.longitude },
  })
