/** The separator after a value of variable length: FNC1 in the symbol, this character in a scanner's data. */
export const groupSeparator = '\u001D'
