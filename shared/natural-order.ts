const collator = new Intl.Collator('en', { numeric: true })

/** Names as people order them: "size 2" before "size 10", capitals among the small letters. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b)
