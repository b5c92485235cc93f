const collator = new Intl.Collator('en', { numeric: true })

/** Natural sort order of names: "size 2" before "size 10", capital and small letters side by side. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b)
