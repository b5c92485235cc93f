/** "1 piece is", "2,000 pieces are": how the sentence of a refusal begins. */
export const piecesAre = (count: number): string =>
  count === 1 ? '1 piece is' : `${count.toLocaleString('en')} pieces are`
