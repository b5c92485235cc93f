/** Joins the lines of an address with commas. */
export const inOneLine = (address: string): string => address.replaceAll(/[\s,]*\n\s*/g, ', ')
