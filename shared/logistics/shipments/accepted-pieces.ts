/** Pieces of a line that the customer accepted, at the delivery or as recorded by staff; negative if more came back than were shipped. */
export const acceptedPieces = (
  quantity: number,
  back: { refused: number | null; damaged: number | null } | undefined,
): number => quantity - (back?.refused ?? 0) - (back?.damaged ?? 0)
