import { acceptedPieces } from '#shared/logistics/shipments/accepted-pieces.ts'

/** A line of a shipment, for the form that records how much of it was accepted. */
export type ParcelLine = {
  id: string
  product: { name: string }
  lot: { number: string; isNone: boolean }
  quantity: number
}

/** The refused and damaged pieces of each line, in the order of the shipment's lines; null means none. */
export type HandedValues = { isPartial: boolean; back: { refused: number | null; damaged: number | null }[] }

export const handedValues = (lines: readonly ParcelLine[]): HandedValues => ({
  isPartial: false,
  back: lines.map(() => ({ refused: null, damaged: null })),
})

/** The request body; empty if the customer accepted everything. */
export const handedBody = ({ isPartial, back }: HandedValues, lines: readonly ParcelLine[]) =>
  isPartial
    ? {
        lines: lines.map(({ id, quantity }, at) => {
          const refused = back[at]?.refused ?? 0
          const damaged = back[at]?.damaged ?? 0
          return { lineId: id, delivered: acceptedPieces(quantity, back[at]), refused, damaged }
        }),
      }
    : {}
