import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { DriverPayload } from '#shared/logistics/driver/events.ts'
import { defaultProofPolicy, missingProof, type ProofPolicy } from '#shared/logistics/shipments/proof-policy.ts'
import type { Work } from '#server/kernel/work.ts'

/**
 * The packages of a shipment that were scanned at the delivery. Throws PROOF_INCOMPLETE if the delivery lacks proof that the
 * settings require; a delivery made before the settings were last saved is accepted, as the phone could not know them.
 */
export async function checkProof(
  work: Work,
  shipmentId: string,
  { signature, photos, scanned, lines }: DriverPayload<'stop.deliver'>,
  at: Date,
): Promise<string[]> {
  const packages = await sql<{ code: string }>`select coalesce(k.sscc, s.number || '-' || k.number) as code
    from shipment_packages k join shipments s on s.id = k.shipment_id where s.id = ${shipmentId} order by k.number`.execute(
    work.tx,
  )
  const codes = packages.rows.map(({ code }) => code)
  const known = codes.filter((code) => scanned.includes(code))
  const { rows } = await sql<{ proof: Partial<ProofPolicy> | null }>`select content #> '{logistics,proof}' as proof
    from settings where updated_at <= ${at}`.execute(work.tx)
  const missing = missingProof(
    { ...defaultProofPolicy, ...rows[0]?.proof },
    {
      isDrawn: Boolean(signature),
      photos: photos.length,
      isDamaged: lines.some(({ damaged }) => damaged > 0),
      unscanned: codes.length - known.length,
    },
  )
  const words = Object.values(missing)
  if (words.length > 0) {
    throw new Refusal('PROOF_INCOMPLETE', `The company asks for more proof. ${words.join('. ')}.`, { fields: missing })
  }
  return known
}
