/** "1 piece is", "2,000 pieces are": the beginning of an error message. */
export const piecesAre = (count: number): string =>
  count === 1 ? '1 piece is' : `${count.toLocaleString('en')} pieces are`
