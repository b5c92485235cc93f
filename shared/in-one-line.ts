/** The lines of an address in one, with commas. */
export const inOneLine = (address: string): string => address.replaceAll(/[\s,]*\n\s*/g, ', ')
