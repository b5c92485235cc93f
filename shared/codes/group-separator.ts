/** The separator behind a value of open length: FNC1 in the symbol, this character when it is sent. */
export const groupSeparator = '\u001D'
