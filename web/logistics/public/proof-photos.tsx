import { driverApi } from '#shared/logistics/driver/api.ts'
import { addressOf } from '#web/api/address.ts'

const fileOf = (sha256: string) => addressOf(driverApi.getProofFile, { params: { sha256 } })

/** The driver's photos of the delivery; each opens in full size. */
export function ProofPhotos({ files, of }: { files: readonly string[]; of: string }) {
  return (
    <ul aria-label={`Photos of ${of}`} className="flex flex-wrap gap-2">
      {files.map((file, at) => (
        <li key={file}>
          <a href={fileOf(file)} target="_blank" rel="noreferrer">
            <img
              src={fileOf(file)}
              alt={`${at + 1} of ${files.length} of ${of}`}
              loading="lazy"
              className="size-20 rounded-md border border-line object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
