/** How many pieces of a line the customer took, at the door or as staff say; below zero, more came back than were shipped. */
export const acceptedPieces = (
  quantity: number,
  back: { refused: number | null; damaged: number | null } | undefined,
): number => quantity - (back?.refused ?? 0) - (back?.damaged ?? 0)
