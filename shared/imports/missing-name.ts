/** The problem of a row that refers to a record by a name that doesn't exist. `kind` is its noun: "category". */
export const missingName = (kind: string): string => `is not a ${kind}`
