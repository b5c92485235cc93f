/** Why stock of a product or raw material can't be reduced, in its menu and in the refusal; null where it can. */
export const whyNotReduced = ({ onHand }: { onHand: number }): string | null =>
  onHand > 0 ? null : 'Nothing is on hand.'
