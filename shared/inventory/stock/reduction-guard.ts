/** Why stock of a product or raw material can't be reduced, for the menu and the refusal; null if it can. */
export const whyNotReduced = ({ onHand }: { onHand: number }): string | null =>
  onHand > 0 ? null : 'Nothing is on hand.'
