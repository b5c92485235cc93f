import type { ReturnPhoto } from '#shared/sales/returns/return-photos.ts'

type Props = { photos: readonly ReturnPhoto[]; of: string; addressOf: (id: string) => string }

/** Photos of returned goods; each opens in full size. */
export function PhotoList({ photos, of, addressOf }: Props) {
  return (
    <ul aria-label={`Photos of ${of}`} className="flex flex-wrap gap-3">
      {photos.map(({ id, width, height }, at) => (
        <li key={id}>
          <a href={addressOf(id)} target="_blank" rel="noreferrer">
            <img
              src={addressOf(id)}
              alt={`Photo ${at + 1} of ${of}`}
              width={width}
              height={height}
              loading="lazy"
              className="size-28 rounded-lg border border-line object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
