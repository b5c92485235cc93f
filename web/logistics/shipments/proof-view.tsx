import { driverApi } from '#shared/logistics/driver/api.ts'
import type { ProofOfDelivery } from '#shared/logistics/shipments/shipment.ts'
import { signatureBox } from '#shared/signature.ts'
import { addressOf } from '#web/api/address.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { SignatureStrokes } from '#web/ui/signature-field.tsx'

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const fileOf = (sha256: string) => addressOf(driverApi.getProofFile, { params: { sha256 } })

/** Signature or name, photos, time, place, and the hash over them and the lines. */
export function ProofView({ proof }: { proof: ProofOfDelivery }) {
  const {
    receivedBy,
    signature,
    typedName,
    strokes,
    photos,
    deviceAt,
    receivedAt,
    latitude,
    longitude,
    hash,
    stopId,
    scanned,
  } = proof
  const isLate = Math.abs(Date.parse(receivedAt) - Date.parse(deviceAt)) > 120_000
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        {strokes && (
          <svg
            role="img"
            aria-label={`Signature of ${receivedBy}`}
            viewBox={`0 0 ${signatureBox.width} ${signatureBox.height}`}
            className="w-full rounded-md border border-line bg-card text-primary"
          >
            <SignatureStrokes strokes={strokes} />
          </svg>
        )}
        {signature && (
          <img
            src={fileOf(signature)}
            alt={`Signature of ${receivedBy}`}
            className="w-full rounded-md border border-line bg-white"
          />
        )}
        {!strokes && !signature && typedName && (
          <p className="rounded-md border border-line px-3 py-4 text-center font-medium text-lg italic">{typedName}</p>
        )}
        {photos.length > 0 && (
          <ul className="grid grid-cols-3 gap-2">
            {photos.map((photo, at) => (
              <li key={photo}>
                <a href={fileOf(photo)} target="_blank" rel="noreferrer">
                  <img
                    src={fileOf(photo)}
                    alt={`Delivery ${at + 1}`}
                    loading="lazy"
                    className="aspect-square w-full rounded-md border border-line object-cover"
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <DescriptionList
        facts={[
          { label: 'Received by', value: receivedBy },
          { label: 'Signed', value: moment.format(new Date(deviceAt)) },
          ...(isLate ? [{ label: 'Sent', value: moment.format(new Date(receivedAt)) }] : []),
          ...(latitude !== null && longitude !== null
            ? [{ label: 'Place', value: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` }]
            : []),
          ...(stopId
            ? [{ label: 'Scanned at the door', value: scanned.length > 0 ? scanned.join(', ') : 'Nothing' }]
            : []),
          {
            label: 'Fingerprint',
            value: (
              <code className="text-xs" title="SHA-256 of the lines signed">
                {hash.slice(0, 16)}…
              </code>
            ),
          },
        ]}
      />
    </div>
  )
}
